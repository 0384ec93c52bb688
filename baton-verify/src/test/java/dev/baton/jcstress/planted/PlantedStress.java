package dev.baton.jcstress.planted;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Mistakes that both judges must report; no part of the ordinary list. */
public final class PlantedStress {
    private PlantedStress() {}

    /** One permit in a plain field: both who try may have it. Gives way in between, so that nobody need be lucky. */
    @JCStressTest
    @Outcome(id = {"true, false", "false, true"}, expect = Expect.ACCEPTABLE, desc = "One of them has it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The permit was lost or doubled.")
    @State
    public static class PlainPermit {
        private int permits = 1;

        private boolean tryAcquire() {
            if (permits == 0) {
                return false;
            }
            Thread.yield();
            permits--;
            return true;
        }

        @Actor
        public void first(ZZ_Result r) {
            r.r1 = tryAcquire();
        }

        @Actor
        public void second(ZZ_Result r) {
            r.r2 = tryAcquire();
        }
    }

    /** An actor that fails, whatever the outcome. */
    @JCStressTest
    @Outcome(expect = Expect.ACCEPTABLE, desc = "Anything.")
    @State
    public static class FailingActor {
        @Actor
        public void first(ZZ_Result r) {
            throw new IllegalStateException("planted failure");
        }

        @Actor
        public void second(ZZ_Result r) {
            r.r2 = true;
        }
    }
}
