import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.util.concurrent.LinkedTransferQueue;

/** One thread puts an element, one takes: the taker does not sleep beside the element. */
class TransferQueueLostWakeUp {
    @ModelCheck
    void takerWakesUp(Scenario scenario) {
        var queue = new LinkedTransferQueue<Integer>();
        scenario.thread("putter", () -> queue.put(1));
        scenario.thread("taker", () -> {
            try {
                assert queue.take() == 1;
            } catch (InterruptedException never) {
                throw new AssertionError(never);
            }
        });
    }
}
