package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.HangLimit;
import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Long mix of every primitive, kind of thread and kind of abort. Accounts are checked every second, the heap's trend at
 * the end. {@code -Dsoak.seconds=N} sets the length; ten minutes otherwise.
 */
@Tag("deep")
class SoakTest {
    private static final int SECONDS = Integer.getInteger("soak.seconds", 600);
    private static final int PLATFORM_THREADS = 8;
    private static final int VIRTUAL_THREADS = 200;

    /** One primitive under load. */
    private interface Load {
        /** One use of the primitive, which may be aborted. */
        void use(SplittableRandom random) throws Exception;

        /** Fails unless the account is right; nobody is using the primitive now. */
        void checkAccount();
    }

    @Test
    @HangLimit(seconds = 100_000)
    void everyPrimitiveSurvives() throws Exception {
        long seed = System.nanoTime();
        System.out.println("soak: " + SECONDS + " s, seed " + seed);
        List<Load> loads = List.of(new SemaphoreLoad(), new MutexLoad(), new LatchLoad(), new BarrierLoad(),
                new PoolLoad(BlockingPool.Order.QUEUE), new PoolLoad(BlockingPool.Order.STACK));
        List<Long> heap = new ArrayList<>();
        for (int second = 0; second < SECONDS; second++) {
            runForASecond(loads, seed + second);
            loads.forEach(Load::checkAccount);
            heap.add(usedHeap());
            if (second % 30 == 29) {
                System.out.println(
                        "soak: " + (second + 1) + " s, accounts right, heap " + heap.getLast() / 1024 + " KiB");
            }
        }
        assertHeapDoesNotGrow(heap);
    }

    private static void runForASecond(List<Load> loads, long seed) {
        AtomicBoolean over = new AtomicBoolean();
        AtomicLong aborts = new AtomicLong();
        List<Thread> victims = new ArrayList<>();
        try (TestThreads platform = new TestThreads(ThreadKind.PLATFORM);
                TestThreads virtual = new TestThreads(ThreadKind.VIRTUAL)) {
            for (int t = 0; t < PLATFORM_THREADS + VIRTUAL_THREADS; t++) {
                SplittableRandom random = new SplittableRandom(seed * 31 + t);
                TestThreads kind = t < PLATFORM_THREADS ? platform : virtual;
                victims.add(kind.start(() -> {
                    while (!over.get()) {
                        try {
                            loads.get(random.nextInt(loads.size())).use(random);
                        } catch (InterruptedException | TimeoutException aborted) {
                            aborts.incrementAndGet();
                        }
                    }
                }));
            }
            SplittableRandom random = new SplittableRandom(seed);
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
            while (System.nanoTime() < end) {
                victims.get(random.nextInt(victims.size())).interrupt();
                Thread.yield();
            }
            over.set(true);
        }
    }

    private static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** The lowest of the last third must not lie clearly above the lowest of the second. */
    private static void assertHeapDoesNotGrow(List<Long> heap) {
        if (heap.size() < 9) {
            return;
        }
        int third = heap.size() / 3;
        long middle = heap.subList(third, 2 * third).stream().mapToLong(Long::longValue).min().orElseThrow();
        long last = heap.subList(2 * third, heap.size()).stream().mapToLong(Long::longValue).min().orElseThrow();
        assertThat(last).as("heap after GC, KiB %d then %d", middle / 1024, last / 1024)
                .isLessThan(middle + middle / 4 + (1 << 20));
    }

    private static final class Token {
        final AtomicInteger users = new AtomicInteger();
    }

    private static final class SemaphoreLoad implements Load {
        private static final int PERMITS = 5;
        private final Semaphore semaphore = new Semaphore(PERMITS, true);
        private final AtomicInteger held = new AtomicInteger();

        @Override
        public void use(SplittableRandom random) throws Exception {
            int weight = random.nextInt(1, PERMITS + 1);
            boolean acquired = switch (random.nextInt(5)) {
                case 0 -> semaphore.tryAcquire(weight);
                case 1 -> semaphore.tryAcquire(weight, random.nextInt(200_000), TimeUnit.NANOSECONDS);
                case 2 -> !semaphore.acquireAsync(weight).cancel(false);
                case 3 -> {
                    semaphore.acquireUninterruptibly(weight);
                    yield true;
                }
                default -> {
                    semaphore.acquire(weight);
                    yield true;
                }
            };
            if (acquired) {
                assertThat(held.addAndGet(weight)).isLessThanOrEqualTo(PERMITS);
                held.addAndGet(-weight);
                semaphore.release(weight);
            }
        }

        @Override
        public void checkAccount() {
            assertThat(semaphore.availablePermits()).isEqualTo(PERMITS);
            SegmentListInvariants.check(semaphore.queue(), 3);
        }
    }

    private static final class MutexLoad implements Load {
        private final Mutex mutex = new Mutex();
        private final AtomicLong entries = new AtomicLong();
        private long counter;

        @Override
        public void use(SplittableRandom random) throws Exception {
            boolean locked = switch (random.nextInt(5)) {
                case 0 -> mutex.tryLock();
                case 1 -> mutex.tryLock(random.nextInt(200_000), TimeUnit.NANOSECONDS);
                case 2 -> !mutex.lockAsync().cancel(false);
                case 3 -> {
                    mutex.lock();
                    yield true;
                }
                default -> {
                    mutex.lockInterruptibly();
                    yield true;
                }
            };
            if (locked) {
                counter++;
                entries.incrementAndGet();
                mutex.unlock();
            }
        }

        @Override
        public void checkAccount() {
            assertThat(mutex.isLocked()).isFalse();
            assertThat(counter).isEqualTo(entries.get());
            SegmentListInvariants.check(mutex.queue(), 3);
        }
    }

    /** Fresh latches, each awaited by some and counted down by others. */
    private static final class LatchLoad implements Load {
        private volatile CountDownLatch latch = new CountDownLatch(3);

        @Override
        public void use(SplittableRandom random) throws Exception {
            CountDownLatch current = latch;
            switch (random.nextInt(4)) {
                case 0 -> current.awaitAsync().cancel(false);
                case 1 -> current.await(random.nextInt(200_000), TimeUnit.NANOSECONDS);
                case 2 -> assertThat(current.getCount()).isNotNegative();
                default -> {
                    CompletableFuture<Void> waiting = current.awaitAsync();
                    current.countDown();
                    if (current.getCount() == 0) {
                        waiting.join();
                        latch = new CountDownLatch(3);
                    }
                }
            }
        }

        @Override
        public void checkAccount() {
            CountDownLatch current = latch;
            while (current.getCount() > 0) {
                current.countDown();
            }
            assertThat(current.awaitAsync()).isCompleted();
            assertThat(current.hasQueuedThreads()).isFalse();
            latch = new CountDownLatch(3);
        }
    }

    /** Arrivals that all give up waiting after a while, so that a second's end needs no partner. */
    private static final class BarrierLoad implements Load {
        private static final int PARTIES = 3;
        private final Barrier barrier = new Barrier(PARTIES);

        @Override
        public void use(SplittableRandom random) throws Exception {
            if (random.nextBoolean()) {
                barrier.awaitAsync().cancel(false);
            } else {
                barrier.await(random.nextInt(200_000), TimeUnit.NANOSECONDS);
            }
        }

        @Override
        public void checkAccount() {
            assertThat(barrier.getNumberArrived()).isBetween(0, PARTIES - 1);
        }
    }

    private static final class PoolLoad implements Load {
        private static final int CAPACITY = 4;
        private final BlockingPool<Token> pool;

        PoolLoad(BlockingPool.Order order) {
            pool = BlockingPool.<Token>builder(CAPACITY, Token::new).order(order).build();
        }

        @Override
        public void use(SplittableRandom random) throws Exception {
            Lease<Token> lease = switch (random.nextInt(4)) {
                case 0 -> pool.tryTake();
                case 1 -> pool.tryTake(random.nextInt(200_000), TimeUnit.NANOSECONDS);
                case 2 -> {
                    CompletableFuture<Lease<Token>> request = pool.takeAsync();
                    yield request.cancel(false) ? null : request.join();
                }
                default -> pool.take();
            };
            if (lease == null) {
                return;
            }
            try (lease) {
                assertThat(lease.get().users.incrementAndGet()).isEqualTo(1);
                lease.get().users.decrementAndGet();
                if (random.nextInt(50) == 0) {
                    lease.discard();
                }
            }
        }

        @Override
        public void checkAccount() {
            List<Lease<Token>> all = new ArrayList<>();
            for (Lease<Token> lease = pool.tryTake(); lease != null; lease = pool.tryTake()) {
                all.add(lease);
            }
            assertThat(all).hasSize(CAPACITY);
            all.forEach(Lease::close);
        }
    }
}
