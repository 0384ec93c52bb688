package dev.baton.check.api;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Mode;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Ref;
import org.openjdk.jcstress.annotations.Result;
import org.openjdk.jcstress.annotations.Signal;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.BB_Result;
import org.openjdk.jcstress.infra.results.DD_Result;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.openjdk.jcstress.infra.results.L_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** What jcstress's annotations can say, one test for each way of saying it. */
final class JcstressSurface {
    private JcstressSurface() {}

    @JCStressTest
    @Description("A pattern comes before the literal id that it matches too.")
    @Ref("https://example.org/one")
    @Ref("https://example.org/two")
    @Outcome(id = ".*", expect = Expect.FORBIDDEN, desc = "Matches everything.")
    @Outcome(id = {"0, 1", "1, 0"}, expect = Expect.ACCEPTABLE, desc = "One after the other.")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Both.")
    @State
    public static class LiteralBeforePattern {
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

    @Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "From the base class.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Default of the base class.")
    public abstract static class Graded {
        boolean one;
        boolean two;
    }

    @JCStressTest
    @State
    public static class InheritedOutcomesAndFields extends Graded {
        @Actor
        public void first(ZZ_Result r) {
            one = true;
            r.r1 = one;
        }

        @Actor
        public void second(ZZ_Result r) {
            two = true;
            r.r2 = two;
        }
    }

    @Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "From the meta class.")
    public static class Grading {}

    @JCStressTest
    @JCStressMeta(Grading.class)
    @Outcome(id = "2, 2", expect = Expect.FORBIDDEN, desc = "The meta class comes first.")
    public static class MetaComesFirst {
        @State
        public static class Shared {
            final AtomicInteger count = new AtomicInteger();
        }

        @Actor
        public void one(Shared shared) {
            shared.count.incrementAndGet();
        }

        @Actor
        public void two(Shared shared) {
            shared.count.incrementAndGet();
        }

        @Arbiter
        public void end(Shared shared, JJ_Result r) {
            r.r1 = shared.count.get();
            r.r2 = r.r1;
        }
    }

    /** A result of one's own. */
    @Result
    public static class Pair {
        public String name;
        public double value;

        @Override
        public String toString() {
            return name + "=" + value;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Pair pair && pair.toString().equals(toString());
        }

        @Override
        public int hashCode() {
            return toString().hashCode();
        }
    }

    @JCStressTest
    @Outcome(id = "set=1\\.5", expect = Expect.ACCEPTABLE, desc = "Set.")
    @Outcome(id = "unset=0\\.0", expect = Expect.ACCEPTABLE, desc = "Unset.")
    @State
    public static class OwnResultClass {
        volatile boolean ready;
        double value;

        @Actor
        public void write() {
            value = 1.5;
            ready = true;
        }

        @Actor
        public void read(Pair pair) {
            boolean seen = ready;
            pair.name = seen ? "set" : "unset";
            pair.value = seen ? value : 0;
        }
    }

    record Item(String name, int size) {}

    @JCStressTest
    @Outcome(id = {"null", "Item\\[name=a, size=1\\]"}, expect = Expect.ACCEPTABLE, desc = "All or nothing.")
    @State
    public static class RecordThroughARace {
        Item item;

        @Actor
        public void write() {
            item = new Item("a", 1);
        }

        @Actor
        public void read(L_Result r) {
            Item seen = item;
            r.r1 = seen;
        }
    }

    @JCStressTest
    @Outcome(id = "3, 3, 3", expect = Expect.ACCEPTABLE, desc = "All done.")
    @State
    public static class ArbiterOverActorsWithoutResult {
        final AtomicInteger x = new AtomicInteger();

        @Actor
        public void one() {
            x.getAndIncrement();
        }

        @Actor
        public void two() {
            x.getAndIncrement();
        }

        @Actor
        public void three() {
            x.getAndIncrement();
        }

        @Arbiter
        public void sum(III_Result r) {
            r.r1 = x.get();
            r.r2 = x.get();
            r.r3 = x.get();
        }
    }

    @JCStressTest
    @Outcome(id = "1, 0, 1, 0", expect = Expect.FORBIDDEN, desc = "Readers disagree on the order.")
    @Outcome(expect = Expect.ACCEPTABLE, desc = "The rest.")
    @State
    public static class IndependentReads {
        volatile int x;
        volatile int y;

        @Actor
        public void writeX() {
            x = 1;
        }

        @Actor
        public void writeY() {
            y = 1;
        }

        @Actor
        public void xThenY(IIII_Result r) {
            r.r1 = x;
            r.r2 = y;
        }

        @Actor
        public void yThenX(IIII_Result r) {
            r.r3 = y;
            r.r4 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.UNKNOWN, desc = "Not thought about yet.")
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "Not written.")
    @State
    public static class UnknownFails {
        int x;

        @Actor
        public void write() {
            x = 1;
        }

        @Actor
        public void read(I_Result r) {
            r.r1 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Nothing.")
    @Outcome(id = "-1, -1", expect = Expect.ACCEPTABLE, desc = "All.")
    @Outcome(id = {"0, -1", "-1, 0"}, expect = Expect.ACCEPTABLE_INTERESTING, desc = "Two reads.")
    @State
    public static class Bytes {
        byte value;

        @Actor
        public void write() {
            value = (byte) 255;
        }

        @Actor
        public void read(BB_Result r) {
            r.r1 = value;
            r.r2 = value;
        }
    }

    @JCStressTest
    @Outcome(id = "0.0, 0.0|2.5, 2.5", expect = Expect.ACCEPTABLE, desc = "Under the lock.")
    @State
    public static class Doubles {
        double a;
        double b;

        @Actor
        public synchronized void write() {
            a = 2.5;
            b = a;
        }

        @Actor
        public void read(DD_Result r) {
            synchronized (this) {
                r.r1 = a;
                r.r2 = b;
            }
        }
    }

    // ---- termination

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "Interrupted.")
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "Missed the interrupt.")
    public static class InterruptByThread {
        @Actor
        public void actor() {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
        }

        @Signal
        public void signal(Thread actor) {
            actor.interrupt();
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "Woken.")
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "Slept on.")
    public static class UnparkByThread {
        @State
        public static class Flag {
            volatile boolean set;
        }

        @Actor
        public void actor(Flag flag, Thread self) {
            if (self != Thread.currentThread()) {
                throw new IllegalStateException("another thread");
            }
            while (!flag.set) {
                LockSupport.park();
            }
        }

        @Signal
        public void signal(Thread actor, Flag flag) {
            flag.set = true;
            LockSupport.unpark(actor);
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "Woken.")
    @Outcome(id = "STALE", expect = Expect.ACCEPTABLE_INTERESTING, desc = "The notification came too early.")
    @State
    public static class LostNotification {
        @Actor
        public void actor() throws InterruptedException {
            synchronized (this) {
                wait();
            }
        }

        @Signal
        public void signal() {
            synchronized (this) {
                notifyAll();
            }
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "Ended.")
    @Outcome(id = "ERROR", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Ended by an exception.")
    @State
    public static class ExceptionIsAnOutcome {
        volatile boolean stop;

        @Actor
        public void actor() {
            if (stop) {
                throw new IllegalStateException("too late");
            }
            while (!stop) {
                Thread.yield();
            }
        }

        @Signal
        public void signal() {
            stop = true;
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "Ended.")
    @State
    public static class ExceptionThatNoCaseNames {
        volatile boolean stop;

        @Actor
        public void actor() {
            if (stop) {
                throw new IllegalStateException("too late");
            }
        }

        @Signal
        public void signal() {
            stop = true;
        }
    }
}
