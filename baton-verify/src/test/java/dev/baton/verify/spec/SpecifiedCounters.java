package dev.baton.verify.spec;

import dev.baton.check.api.Operation;
import dev.baton.check.api.Specification;
import dev.baton.check.api.Values;
import java.util.concurrent.atomic.AtomicInteger;

/** Counters with one mistake each, and two that are right. The class itself, used by one thread, says what each does. */
final class SpecifiedCounters {
    private SpecifiedCounters() {}

    @Specification
    static class VolatileIncrement {
        private volatile int count;

        @Operation
        @SuppressWarnings("NonAtomicVolatileUpdate") // the mistake
        int increment() {
            return ++count;
        }
    }

    @Specification
    static class AddsThenReads {
        private final AtomicInteger count = new AtomicInteger();

        @Operation
        int add(@Values({"1", "3"}) int delta) {
            count.addAndGet(delta);
            return count.get();
        }
    }

    @Specification
    static class TakesBelowZero {
        private final AtomicInteger count = new AtomicInteger(1);

        @Operation
        boolean take() {
            if (count.get() == 0) {
                return false;
            }
            count.decrementAndGet();
            return true;
        }

        @Operation
        int count() {
            return count.get();
        }
    }

    /** A sum over two cells that is no snapshot. */
    @Specification
    static class SumsCells {
        private final AtomicInteger left = new AtomicInteger();
        private final AtomicInteger right = new AtomicInteger();

        @Operation(group = "writer")
        void both() {
            left.incrementAndGet();
            right.incrementAndGet();
        }

        @Operation
        int sum() {
            return left.get() + right.get();
        }
    }

    /** A maximum that a smaller value can replace. */
    @Specification
    static class StoresMaximum {
        private final AtomicInteger largest = new AtomicInteger();

        @Operation
        void offer(int value) {
            if (value > largest.get()) {
                largest.set(value);
            }
        }

        @Operation
        int largest() {
            return largest.get();
        }
    }

    @Specification
    static class RightCounter {
        private final AtomicInteger count = new AtomicInteger(1);

        @Operation
        int increment() {
            return count.incrementAndGet();
        }

        @Operation
        boolean take() {
            while (true) {
                int now = count.get();
                if (now == 0) {
                    return false;
                }
                if (count.compareAndSet(now, now - 1)) {
                    return true;
                }
            }
        }
    }

    @Specification(calls = 1)
    static class RightMaximum {
        private final AtomicInteger largest = new AtomicInteger();

        @Operation
        void offer(int value) {
            largest.accumulateAndGet(value, Math::max);
        }

        @Operation
        int largest() {
            return largest.get();
        }
    }
}
