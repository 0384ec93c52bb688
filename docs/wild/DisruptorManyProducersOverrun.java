import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;

/** A consumer joins a ring for many producers while one goes round: the producer does not overrun it. */
class DisruptorManyProducersOverrun {
    @ModelCheck
    void producerWaitsForAConsumerThatJoined(Scenario scenario) {
        var ring = RingBuffer.createMultiProducer(() -> new long[1], 1, new BusySpinWaitStrategy());
        var consumer = new Sequence();
        scenario.thread("producer", () -> {
            for (int i = 0; i < 2; i++) {
                try {
                    ring.publish(ring.tryNext());
                } catch (InsufficientCapacityException full) {
                    return;
                }
            }
        });
        scenario.thread("consumer", () -> ring.addGatingSequences(consumer));
        scenario.finallyAssert(() -> {
            assert ring.getCursor() - consumer.get() <= 1 : "an event was overwritten that the consumer has not seen";
        });
    }
}
