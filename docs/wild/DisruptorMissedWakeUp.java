import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SingleThreadedClaimStrategy;
import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;

/** One event is published while the only consumer goes to sleep: the consumer wakes up. */
class DisruptorMissedWakeUp {
    @ModelCheck
    void publishedEventWakesTheConsumer(Scenario scenario) {
        var ring = new RingBuffer<>(() -> new long[1], new SingleThreadedClaimStrategy(2), new BlockingWaitStrategy());
        var barrier = ring.newBarrier();
        ring.setGatingSequences(new Sequence());
        scenario.thread("producer", () -> {
            long sequence = ring.next();
            ring.get(sequence)[0] = 42;
            ring.publish(sequence);
        });
        scenario.thread("consumer", () -> {
            try {
                barrier.waitFor(0);
            } catch (AlertException | InterruptedException never) {
                throw new AssertionError(never);
            }
            assert ring.get(0)[0] == 42;
        });
    }
}
