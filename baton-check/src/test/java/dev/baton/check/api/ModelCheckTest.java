package dev.baton.check.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;

/** The JUnit extension, used as anyone would use it. */
class ModelCheckTest {
    private int plain;
    private final AtomicInteger count = new AtomicInteger();

    @ModelCheck(models = {"sc", "tso", "rc11", "jam"})
    void incrementsAreNotLost(Scenario scenario) {
        scenario.threads(2, count::incrementAndGet);
        scenario.finallyAssert(() -> assertEquals(2, count.get()));
    }

    @ModelCheck(expectViolation = true)
    void plainIncrementsAreLost(Scenario scenario) {
        scenario.threads(2, () -> plain++);
        scenario.finallyAssert(() -> assertEquals(2, plain));
    }

    @ModelCheck
    void theTestMethodMayBeTheMainThread() throws InterruptedException {
        Thread other = new Thread(() -> count.addAndGet(2));
        other.start();
        count.addAndGet(3);
        other.join();
        assertEquals(5, count.get());
    }

    @ModelCheck(expectViolation = true, models = {"rc11", "sc"})
    void mainThreadSeesAnUnfinishedOne() {
        Thread other = new Thread(() -> plain = 1);
        other.start();
        assertEquals(1, plain);
    }

    @ModelCheck
    void bodiesMayThrowCheckedExceptions(Scenario scenario) {
        scenario.thread(() -> Thread.sleep(0));
        scenario.threads(2, () -> increment(false));
        scenario.finallyAssert(() -> {
            Thread.sleep(0);
            assertEquals(2, count.get());
        });
    }

    @ModelCheck(expectViolation = true)
    void checkedExceptionThatLeavesAThreadIsAViolation(Scenario scenario) {
        scenario.thread("thrower", () -> increment(true));
    }

    private void increment(boolean fail) throws IOException {
        count.incrementAndGet();
        if (fail) {
            throw new IOException("planted");
        }
    }

    @ModelCheck(racesFail = true, expectViolation = true)
    void racesFailOnRequest(Scenario scenario) {
        scenario.thread(() -> plain = 1);
        scenario.thread(() -> plain = 2);
    }

    @ModelCheck(threads = 3, symmetry = true, timeLimitSeconds = 60, models = {"sc", "rc11"})
    void severalThreadsMayRunTheMethod() {
        int mine = count.incrementAndGet();
        assertTrue(mine >= 1 && mine <= 3);
    }

    @ModelCheck(threads = 2, expectViolation = true)
    void eachThreadOfTheMethodIsJudged() {
        assertEquals(1, count.incrementAndGet());
    }

    @ModelCheck(spuriousFailures = false, threads = 1)
    void weakCompareAndSetNeedNotFail() {
        assertTrue(count.weakCompareAndSetPlain(0, 1));
    }

    @ModelCheck(expectViolation = true)
    void weakCompareAndSetMayFail() {
        assertTrue(count.weakCompareAndSetPlain(0, 1));
    }

    abstract static class Contract {
        final AtomicInteger total = new AtomicInteger();

        @ModelCheck
        void inheritedChecksRun(Scenario scenario) {
            scenario.threads(2, () -> total.addAndGet(1));
            scenario.finallyAssert(() -> assertEquals(2, total.get()));
        }
    }

    @Nested
    class Inner extends Contract {
        @ModelCheck
        void innerTestClassesSeeTheOuterOne(Scenario scenario) {
            scenario.threads(2, () -> count.addAndGet(1));
            scenario.finallyAssert(() -> assertEquals(2, count.get()));
        }
    }
}
