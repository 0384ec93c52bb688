package dev.baton;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How a thread waits for its counterpart: it spins, then lets others run, then parks.
 *
 * @param spins looks at the request before anything else, on a platform thread with another processor to answer it
 * @param yields times a platform thread lets others run before it parks
 * @param virtualYields times a virtual thread lets others run before it parks
 * @param shortNanos a wait that ends sooner is not worth a timed park: the thread keeps yielding
 */
record TransferPatience(int spins, int yields, int virtualYields, long shortNanos) {
    /** A wait without a limit. */
    static final long FOREVER = Long.MAX_VALUE;

    static final TransferPatience DEFAULT = new TransferPatience(Integer.getInteger("spins", 16),
            Integer.getInteger("yields", 4), Integer.getInteger("vyields", 1), Long.getLong("shortns", 50_000));

    /** No spinning and no yielding: every wait parks. */
    static final TransferPatience PARK_AT_ONCE = new TransferPatience(0, 0, 0, 0);

    /**
     * Waits until the request is answered, the thread interrupted or the time over.
     *
     * @param nanos how long to wait at most, or {@link #FOREVER}
     * @param blocker what to show as the reason in thread dumps
     * @return the answer, or null if the request was withdrawn
     */
    @Nullable
    Object await(DualList list, TransferNode node, long nanos, Object blocker) {
        boolean timed = nanos != FOREVER;
        long remaining = nanos;
        long deadline = timed ? System.nanoTime() + nanos : 0;
        Thread self = Thread.currentThread();
        int spinsLeft = Processors.allowSpinning() ? spins : 0;
        int yieldsLeft = self.isVirtual() ? virtualYields : yields;
        boolean announced = false;
        WaitRecord record = null;
        Object answer;
        while ((answer = node.answer()) == null) {
            if (spinsLeft > 0 && !timed) {
                spinsLeft--;
                Thread.onSpinWait();
            } else if (self.isInterrupted() || (timed && (remaining = deadline - System.nanoTime()) <= 0)) {
                if (node.tryCancel()) {
                    list.unlink(node);
                    break;
                }
            } else if (spinsLeft > 0) {
                spinsLeft--;
                Thread.onSpinWait();
            } else if (yieldsLeft > 0) {
                yieldsLeft--;
                Thread.yield();
            } else if (timed && remaining < shortNanos) {
                Thread.yield();
            } else if (!announced) {
                announced = true;
                node.setWaiterVolatile(self);
                record = WaitRecord.begin();
            } else if (timed) {
                LockSupport.parkNanos(blocker, remaining);
            } else {
                LockSupport.park(blocker);
            }
        }
        if (announced) {
            node.clearWaiterRelease();
        }
        if (record != null) {
            record.end(blocker, answer != null, self.isInterrupted());
        }
        if (answer != null) {
            node.forget();
        }
        return answer;
    }
}
