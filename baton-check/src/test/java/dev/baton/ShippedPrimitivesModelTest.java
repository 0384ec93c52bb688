package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import dev.baton.check.api.Scenario;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The library's own bytecode under the checker: two threads, one of which aborts. */
class ShippedPrimitivesModelTest {
    private static final class Shared {
        int count;
        int entered;
        volatile @Nullable Thread aborting;
    }

    private static void verify(CheckResult result) {
        result.assertVerified();
        assertThat(result.executions()).isPositive();
    }

    static void mutexPlain(Scenario scenario) {
        Mutex mutex = new Mutex(new Tuning(2, 0));
        Shared shared = new Shared();
        scenario.threads(2, () -> {
            mutex.lock();
            shared.count++;
            mutex.unlock();
        });
        scenario.finallyAssert(() -> {
            assert shared.count == 2 : "lost increment";
            assert mutex.tryLock() : "still locked";
        });
    }

    static void mutexInterruptedByTheHolder(Scenario scenario) {
        Mutex mutex = new Mutex(new Tuning(1, 0));
        Shared shared = new Shared();
        scenario.thread("holder", () -> {
            mutex.lock();
            shared.count++;
            Thread other = shared.aborting;
            if (other != null) {
                other.interrupt();
            }
            mutex.unlock();
        });
        scenario.thread("aborts", () -> {
            shared.aborting = Thread.currentThread();
            try {
                mutex.lockInterruptibly();
                shared.count++;
                shared.entered = 1;
                mutex.unlock();
            } catch (InterruptedException expected) {
                assert !Thread.currentThread().isInterrupted();
            }
        });
        scenario.finallyAssert(() -> {
            assert shared.count == 1 + shared.entered : "lost increment";
            assert mutex.tryLock() : "still locked";
        });
        scenario.outcome(() -> shared.entered == 1 ? "locked" : "interrupted");
    }

    static void mutexInterrupted(Scenario scenario) {
        Mutex mutex = new Mutex(new Tuning(2, 0));
        Shared shared = new Shared();
        scenario.thread("holder", () -> {
            mutex.lock();
            shared.count++;
            mutex.unlock();
        });
        scenario.thread("aborts", () -> {
            Thread.currentThread().interrupt();
            try {
                mutex.lockInterruptibly();
                throw new AssertionError("the interrupt was lost");
            } catch (InterruptedException expected) {
                assert !Thread.currentThread().isInterrupted();
            }
        });
        scenario.finallyAssert(() -> {
            assert shared.count == 1;
            assert mutex.tryLock() : "still locked";
        });
    }

    static void mutexTimed(Scenario scenario) {
        Mutex mutex = new Mutex(new Tuning(2, 0));
        Shared shared = new Shared();
        scenario.thread("holder", () -> {
            mutex.lock();
            shared.count++;
            mutex.unlock();
        });
        scenario.thread("aborts", () -> {
            try {
                if (mutex.tryLock(1, TimeUnit.SECONDS)) {
                    shared.count++;
                    shared.entered = 1;
                    mutex.unlock();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        scenario.finallyAssert(() -> {
            assert shared.count == 1 + shared.entered : "lost increment";
            assert mutex.tryLock() : "still locked";
        });
        scenario.outcome(() -> shared.entered == 1 ? "locked" : "timed out");
    }

    static void semaphoreTimed(Scenario scenario, boolean fair) {
        Semaphore semaphore = new Semaphore(1, fair, Integer.MAX_VALUE, new Tuning(2, 0));
        Shared shared = new Shared();
        scenario.thread("holder", () -> {
            semaphore.acquireUninterruptibly();
            shared.count++;
            semaphore.release();
        });
        scenario.thread("aborts", () -> {
            try {
                if (semaphore.tryAcquire(1, TimeUnit.SECONDS)) {
                    shared.count++;
                    shared.entered = 1;
                    semaphore.release();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        scenario.finallyAssert(() -> {
            assert shared.count == 1 + shared.entered : "lost increment";
            assert semaphore.availablePermits() == 1 : "permits: " + semaphore.availablePermits();
        });
        scenario.outcome(() -> shared.entered == 1 ? "acquired" : "timed out");
    }

    static void semaphoreCancelled(Scenario scenario) {
        Semaphore semaphore = new Semaphore(0, true, Integer.MAX_VALUE, new Tuning(2, 0));
        Shared shared = new Shared();
        scenario.thread("releases", semaphore::release);
        scenario.thread("cancels", () -> {
            CompletableFuture<Void> request = semaphore.acquireAsync();
            if (!request.cancel(false)) {
                shared.entered = 1;
            }
        });
        scenario.finallyAssert(() -> {
            assert semaphore.availablePermits() == 1 - shared.entered : "permits: " + semaphore.availablePermits();
        });
        scenario.outcome(() -> shared.entered == 1 ? "acquired" : "cancelled");
    }

    @Test
    void semaphoreWhoseFutureIsCancelledLosesNoPermit() {
        CheckResult result = new Checker().check(ShippedPrimitivesModelTest::semaphoreCancelled);
        verify(result);
        assertThat(result.outcomes().keySet()).containsExactly("acquired", "cancelled");
    }

    @Test
    void mutexIsVerified() {
        verify(new Checker().check(ShippedPrimitivesModelTest::mutexPlain));
    }

    @Test
    void mutexWithAThreadThatIsInterruptedIsVerified() {
        verify(new Checker().check(ShippedPrimitivesModelTest::mutexInterrupted));
    }

    @Test
    void mutexWhoseHolderInterruptsTheOtherIsVerified() {
        CheckResult result = new Checker().check(ShippedPrimitivesModelTest::mutexInterruptedByTheHolder);
        verify(result);
        assertThat(result.outcomes().keySet()).containsExactly("interrupted", "locked");
    }

    @Test
    void mutexWithAThreadThatTimesOutIsVerified() {
        CheckResult result = new Checker().check(ShippedPrimitivesModelTest::mutexTimed);
        verify(result);
        assertThat(result.outcomes().keySet()).containsExactly("locked", "timed out");
    }

    @Test
    void fairSemaphoreWithAThreadThatTimesOutIsVerified() {
        verify(new Checker().check(scenario -> semaphoreTimed(scenario, true)));
    }

    @Test
    void bargingSemaphoreWithAThreadThatTimesOutIsVerified() {
        verify(new Checker().check(scenario -> semaphoreTimed(scenario, false)));
    }
}
