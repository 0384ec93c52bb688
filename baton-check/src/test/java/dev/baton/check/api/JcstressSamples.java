package dev.baton.check.api;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Mode;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Signal;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** Tests in jcstress's own annotations. */
final class JcstressSamples {
    private JcstressSamples() {}

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Sequential.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Store buffering.")
    @State
    public static class StoreBuffering {
        int x;
        int y;

        @Actor
        public void left(II_Result r) {
            x = 1;
            r.r1 = y;
        }

        @Actor
        public void right(II_Result r) {
            y = 1;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Volatile forbids it.")
    @Outcome(expect = Expect.ACCEPTABLE, desc = "All else.")
    @State
    public static class VolatileStoreBuffering {
        volatile int x;
        volatile int y;

        @Actor
        public void left(II_Result r) {
            x = 1;
            r.r1 = y;
        }

        @Actor
        public void right(II_Result r) {
            y = 1;
            r.r2 = x;
        }
    }

    @State
    public static class Count {
        int value;
    }

    @JCStressTest
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "Both.")
    public static class LostUpdate {
        @Actor
        public void one(Count count) {
            count.value++;
        }

        @Actor
        public void two(Count count) {
            count.value++;
        }

        @Arbiter
        public void arbiter(I_Result r, Count count) {
            r.r1 = count.value;
        }
    }

    @Outcome(id = "false, 0|true, 42", expect = Expect.ACCEPTABLE, desc = "Nothing, or all.")
    @Outcome(id = "false, 42", expect = Expect.ACCEPTABLE, desc = "Data first.")
    public static class PublicationGrading {}

    @JCStressTest
    @JCStressMeta(PublicationGrading.class)
    @State
    public static class ReleaseAcquire {
        int data;
        boolean ready;

        static final VarHandle READY;
        static {
            try {
                READY = MethodHandles.lookup().findVarHandle(ReleaseAcquire.class, "ready", boolean.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void writer() {
            data = 42;
            READY.setRelease(this, true);
        }

        @Actor
        public void reader(ZI_Result r) {
            r.r1 = (boolean) READY.getAcquire(this);
            r.r2 = data;
        }
    }

    @JCStressTest
    @Outcome(id = "null, null", expect = Expect.ACCEPTABLE, desc = "Too early.")
    @Outcome(id = "text, .*", expect = Expect.ACCEPTABLE, desc = "The text.")
    @Outcome(id = "null, text", expect = Expect.ACCEPTABLE, desc = "Between.")
    @State
    public static class References {
        volatile Object object;

        @Actor
        public void writer() {
            object = "text";
        }

        @Actor
        public void reader(LL_Result r) {
            r.r1 = object;
            r.r2 = object;
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "Ended.")
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "Never saw it.")
    @State
    public static class VolatileFlag {
        volatile boolean stop;

        @Actor
        public void spin() {
            while (!stop) {
                Thread.onSpinWait();
            }
        }

        @Signal
        public void signal() {
            stop = true;
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "Ended.")
    @Outcome(id = "STALE", expect = Expect.ACCEPTABLE_INTERESTING, desc = "The read was hoisted.")
    @State
    public static class PlainFlag {
        boolean stop;

        @Actor
        public void spin() {
            while (!stop) {
                Thread.onSpinWait();
            }
        }

        @Signal
        public void signal() {
            stop = true;
        }
    }
}
