import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.Disposables;
import reactor.core.publisher.Sinks;

/** Reactor: a subscriber comes while a sink emits, and two threads emit into one sink. */
class ReactorScenarios {
    @ModelCheck
    void oneTellsTheValue(Scenario scenario) {
        var sink = Sinks.<Integer>one();
        var told = new AtomicInteger();
        scenario.thread("emitter", () -> sink.tryEmitValue(1));
        scenario.thread("subscriber", () -> sink.asMono().subscribe(told::addAndGet));
        scenario.finallyAssert(() -> {
            assert told.get() == 1;
        });
    }

    @ModelCheck
    void unicastLosesNothing(Scenario scenario) {
        emitsBesideASubscriber(scenario, Sinks.many().unicast().onBackpressureBuffer());
    }

    @ModelCheck
    void replayLosesNothing(Scenario scenario) {
        emitsBesideASubscriber(scenario, Sinks.many().replay().limit(2));
    }

    private static void emitsBesideASubscriber(Scenario scenario, Sinks.Many<Integer> sink) {
        var told = new AtomicInteger();
        scenario.thread("emitter", () -> {
            sink.tryEmitNext(1);
            sink.tryEmitComplete();
        });
        scenario.thread("subscriber",
                () -> sink.asFlux().subscribe(told::addAndGet, error -> told.addAndGet(100), () -> told.addAndGet(10)));
        scenario.finallyAssert(() -> {
            assert told.get() == 11 : told.get();
        });
    }

    @ModelCheck
    void whatTwoThreadsEmitArrivesOrIsRefused(Scenario scenario) {
        var sink = Sinks.many().unicast().<Integer>onBackpressureBuffer();
        var accepted = new AtomicInteger();
        var told = new int[1];
        sink.asFlux().subscribe(value -> told[0] += value);
        scenario.threads(2, () -> {
            if (sink.tryEmitNext(1).isSuccess()) {
                accepted.incrementAndGet();
            }
        });
        scenario.finallyAssert(() -> {
            assert told[0] == accepted.get() && told[0] >= 1;
        });
    }

    @ModelCheck
    void addedIsDisposedOf(Scenario scenario) {
        var all = Disposables.composite();
        var one = Disposables.single();
        scenario.thread("adder", () -> all.add(one));
        scenario.thread("disposer", all::dispose);
        scenario.finallyAssert(() -> {
            assert one.isDisposed();
        });
    }
}
