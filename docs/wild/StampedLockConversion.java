import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.util.concurrent.locks.StampedLock;

/** A reader becomes a writer and writes two fields: an optimistic reader whose stamp is valid saw both, or none. */
class StampedLockConversion {
    int left;
    int right;

    @ModelCheck
    void optimisticReadIsConsistent(Scenario scenario) {
        var lock = new StampedLock();
        scenario.thread("writer", () -> {
            long stamp = lock.tryConvertToWriteLock(lock.readLock());
            if (stamp != 0) {
                left = 1;
                right = 1;
                lock.unlockWrite(stamp);
            }
        });
        scenario.thread("reader", () -> {
            long stamp = lock.tryOptimisticRead();
            int first = left;
            int second = right;
            if (stamp != 0 && lock.validate(stamp)) {
                assert first == second : "left " + first + ", right " + second;
            }
        });
    }
}
