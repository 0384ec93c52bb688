package dev.baton;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.internal.store.QueueStore;
import dev.baton.internal.store.StackStore;
import java.util.concurrent.CompletableFuture;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * Both forms of the bag and of the pool on it. Without aborts a bag of equal elements is linearizable: a counter.
 * With aborts it is not, as the paper says (an element may be on its way back when a put has returned), but nothing
 * may get lost: in every execution the accounts must be right at the end.
 */
public class PoolLincheckTest {
    private static <E> Bag<E> queue(int segmentSize) {
        return new Bag<>(new QueueStore<>(segmentSize), new Tuning(segmentSize, 0));
    }

    private static <E> Bag<E> stack(int segmentSize) {
        return new Bag<>(new StackStore<>(), new Tuning(segmentSize, 0));
    }

    /** Put and tryTake of equal elements. */
    public abstract static class Counter {
        private final Bag<String> bag;

        Counter(Bag<String> bag) {
            this.bag = bag;
        }

        @Operation
        public void put() {
            bag.put("element");
        }

        @Operation
        public boolean tryTake() {
            return bag.tryTake() != null;
        }
    }

    /** Queue form, chunks of one cell. */
    public static class QueueCounter1 extends Counter {
        public QueueCounter1() {
            super(queue(1));
        }
    }

    /** Queue form, chunks of two cells. */
    public static class QueueCounter2 extends Counter {
        public QueueCounter2() {
            super(queue(2));
        }
    }

    /** Stack form. */
    public static class StackCounter extends Counter {
        public StackCounter() {
            super(stack(1));
        }
    }

    /** Puts, takes and aborted takes, with accounts for each thread. */
    public abstract static class Accounts {
        private final Bag<String> bag;
        private final int[] balance = new int[5];

        Accounts(Bag<String> bag) {
            this.bag = bag;
        }

        @Operation
        public void put(@Param(gen = ThreadIdGen.class) int thread) {
            bag.put("element");
            balance[thread]++;
        }

        @Operation
        public void takeOrCancel(@Param(gen = ThreadIdGen.class) int thread) {
            CompletableFuture<String> take = bag.takeAsync();
            if (!take.cancel(false)) {
                balance[thread]--;
            }
        }

        @Operation
        public void tryTake(@Param(gen = ThreadIdGen.class) int thread) {
            if (bag.tryTake() != null) {
                balance[thread]--;
            }
        }

        @Validate
        public void accountsAreRight() {
            int expected = 0;
            for (int each : balance) {
                expected += each;
            }
            int left = 0;
            for (int size = bag.getSize(); size > 0 && bag.tryTake() != null; size--) {
                left++;
            }
            if (left != expected || bag.getSize() != 0 || bag.hasQueuedThreads()) {
                throw new IllegalStateException(left + " elements left instead of " + expected + " in " + bag);
            }
        }
    }

    /** Queue form, segments of one cell. */
    public static class QueueAccounts1 extends Accounts {
        public QueueAccounts1() {
            super(queue(1));
        }
    }

    /** Queue form, segments of two cells. */
    public static class QueueAccounts2 extends Accounts {
        public QueueAccounts2() {
            super(queue(2));
        }
    }

    /** Stack form, segments of one cell. */
    public static class StackAccounts1 extends Accounts {
        public StackAccounts1() {
            super(stack(1));
        }
    }

    /** Stack form, segments of two cells. */
    public static class StackAccounts2 extends Accounts {
        public StackAccounts2() {
            super(stack(2));
        }
    }

    /** Mutant: an abort never refuses the put that is on its way. */
    public static class DroppedRefusal extends Accounts {
        public DroppedRefusal() {
            super(new Bag<>(new StackStore<>(), new Tuning(1, 0)) {
                @Override
                boolean deregister() {
                    super.deregister();
                    return true;
                }
            });
        }
    }

    /** Mutant: the element of a refused put is dropped. */
    public static class DroppedElement extends Accounts {
        public DroppedElement() {
            super(new Bag<>(new QueueStore<>(1), new Tuning(1, 0)) {
                @Override
                void restore(Object prepared) {}
            });
        }
    }

    /** A pool of one element with leases, aborts and discards. */
    public abstract static class Leases {
        private int created;
        private int closed;
        private final BlockingPool<Object> pool;

        Leases(BlockingPool.Order order, int segmentSize) {
            this.pool = BlockingPool.builder(1, () -> {
                created++;
                return new Object();
            }).closer(element -> closed++).executor(Runnable::run).order(order).tuning(new Tuning(segmentSize, 0))
                    .build();
        }

        @Operation
        public void tryTakeAndClose() {
            Lease<Object> lease = pool.tryTake();
            if (lease != null) {
                lease.close();
            }
        }

        @Operation
        public void takeOrCancel() {
            CompletableFuture<Lease<Object>> take = pool.takeAsync();
            if (!take.cancel(false)) {
                take.join().close();
            }
        }

        @Operation
        public void tryTakeAndDiscard() {
            Lease<Object> lease = pool.tryTake();
            if (lease != null) {
                lease.discard();
            }
        }

        @Validate
        public void oneSlotIsFree() {
            if (pool.slots().getSize() != 1 || pool.hasQueuedThreads() || created - closed != pool.getSize()) {
                throw new IllegalStateException(pool + ", created " + created + ", closed " + closed);
            }
            Lease<Object> lease = pool.tryTake();
            if (lease == null || pool.tryTake() != null) {
                throw new IllegalStateException("not exactly one lease from " + pool);
            }
            lease.close();
        }
    }

    /** Queue form, segments of one cell. */
    public static class QueueLeases extends Leases {
        public QueueLeases() {
            super(BlockingPool.Order.QUEUE, 1);
        }
    }

    /** Stack form, segments of two cells. */
    public static class StackLeases extends Leases {
        public StackLeases() {
            super(BlockingPool.Order.STACK, 2);
        }
    }

    private static ModelCheckingOptions options() {
        return Lincheck.modelChecking().iterations(6).invocationsPerIteration(300).threads(3).actorsPerThread(2)
                .actorsBefore(1).actorsAfter(1);
    }

    @Test
    void withoutAbortsTheQueueFormIsACounter() {
        options().check(QueueCounter1.class);
        options().check(QueueCounter2.class);
    }

    @Test
    void withoutAbortsTheStackFormIsACounter() {
        options().check(StackCounter.class);
    }

    @Test
    void theQueueFormLosesNothing() {
        options().check(QueueAccounts1.class);
        options().check(QueueAccounts2.class);
    }

    @Test
    void theStackFormLosesNothing() {
        options().check(StackAccounts1.class);
        options().check(StackAccounts2.class);
    }

    @Test
    void droppedRefusalIsRejected() {
        assertThatThrownBy(() -> options().iterations(50).check(DroppedRefusal.class))
                .isInstanceOf(LincheckAssertionError.class);
    }

    @Test
    void droppedElementIsRejected() {
        assertThatThrownBy(() -> options().iterations(50).check(DroppedElement.class))
                .isInstanceOf(LincheckAssertionError.class);
    }

    @Test
    void leasesOfTheQueueFormLoseNothing() {
        options().check(QueueLeases.class);
    }

    @Test
    void leasesOfTheStackFormLoseNothing() {
        options().check(StackLeases.class);
    }
}
