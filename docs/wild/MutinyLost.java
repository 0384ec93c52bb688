import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import io.smallrye.mutiny.operators.multi.processors.UnicastProcessor;
import java.util.concurrent.atomic.AtomicInteger;

/** An item is emitted while the only subscriber subscribes: it has the item, and then the end. */
class MutinyLost {
    @ModelCheck
    void subscriberHasTheItem(Scenario scenario) {
        var processor = UnicastProcessor.<Integer>create();
        var items = new AtomicInteger();
        var ends = new AtomicInteger();
        scenario.thread("emitter", () -> {
            processor.onNext(1);
            processor.onComplete();
        });
        scenario.thread("subscriber", () -> processor.subscribe().with(item -> items.incrementAndGet(), ends::incrementAndGet));
        scenario.finallyAssert(() -> {
            assert items.get() == 1 && ends.get() == 1 : items.get() + " items, " + ends.get() + " ends";
        });
    }
}
