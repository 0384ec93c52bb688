package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Locks and semaphores of keys: exclusion for each key, every form of waiting, and nothing left behind. */
class KeyedLockTest {
    private final KeyedLock<String> locks = new KeyedLock<>();
    private final KeyedSemaphore<String> semaphores = new KeyedSemaphore<>(2);

    /** Equal to the others, and in the same stripe as all; so is everything that has the same hash. */
    private record Colliding(int number) {
        @Override
        public int hashCode() {
            return 1;
        }
    }

    @ParameterizedTest
    @EnumSource
    void equalKeysExcludeEachOtherAndUnlikeOnesDoNot(ThreadKind kind) {
        KeyedLock<Colliding> colliding = new KeyedLock<>();
        colliding.lock(new Colliding(1));
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        try (TestThreads threads = new TestThreads(kind)) {
            threads.start(() -> {
                colliding.lock(new Colliding(2));
                colliding.unlock(new Colliding(2));
                order.add(2);
            }).join();
            for (int i = 3; i < 6; i++) {
                int number = i;
                threads.startAndAwaitParked(
                        () -> colliding.withLock(new Colliding(1), (Runnable) () -> order.add(number)));
            }
            assertThat(colliding.getQueueLength(new Colliding(1))).isEqualTo(3);
            colliding.unlock(new Colliding(1));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        assertThat(order).containsExactly(2, 3, 4, 5);
        assertThat(colliding.getKeysInUse()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void waitsThatAreGivenUpLeaveNothing(ThreadKind kind) {
        locks.lock("a");
        try (TestThreads threads = new TestThreads(kind)) {
            threads.startAndAwaitParked(() -> assertThatThrownBy(() -> locks.lockInterruptibly("a"))
                    .isInstanceOf(InterruptedException.class)).interrupt();
            threads.start(() -> {
                assertThat(locks.tryLock("a")).isFalse();
                assertThat(locks.tryLock("a", 1, TimeUnit.MILLISECONDS)).isFalse();
                assertThat(locks.tryLock("a", Duration.ZERO)).isFalse();
                assertThat(locks.tryLock("b")).isTrue();
                assertThat(locks.isHeldByCurrentThread("b")).isTrue();
                assertThatThrownBy(() -> locks.unlock("a")).isInstanceOf(IllegalMonitorStateException.class);
                locks.unlock("b");
            });
        }
        assertThat(locks.isLocked("a")).isTrue();
        assertThat(locks.getKeysInUse()).isEqualTo(1);
        locks.unlock("a");
        assertThat(locks.getKeysInUse()).isZero();
        assertThat(locks.isLocked("a")).isFalse();
        assertThatThrownBy(() -> locks.unlock("a")).isInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("nobody has locked a");
    }

    @Test
    void locksAreReentrant() throws Exception {
        locks.lock("a");
        assertThat(locks.withLock("a", () -> locks.tryLock("a"))).isTrue();
        locks.unlock("a");
        assertThat(locks.isHeldByCurrentThread("a")).isTrue();
        locks.unlock("a");
        assertThat(locks.getKeysInUse()).isZero();
    }

    @Test
    void futuresAreServedInOrderCancelledAndClosedOnce() {
        CompletableFuture<LockToken> first = locks.lockAsync("a");
        CompletableFuture<LockToken> second = locks.lockAsync("a");
        CompletableFuture<LockToken> third = locks.lockAsync("a");
        assertThat(second.cancel(false)).isTrue();
        first.join().close();
        first.join().close();
        assertThat(third).isCompleted();
        CompletableFuture<LockToken> stolen = locks.lockAsync("a");
        assertThat(stolen.complete(first.join())).as("withdrawn by a value of the caller").isTrue();
        third.join().close();
        assertThat(locks.getKeysInUse()).isZero();
    }

    @Test
    void sectionsOnExecutorsGiveBackWhateverHappens() {
        assertThat(locks.withLockAsync("a", () -> 1, Runnable::run).join()).isEqualTo(1);
        assertThatThrownBy(locks.withLockAsync("a", () -> 1, task -> {
            throw new RejectedExecutionException("planted");
        })::join).hasRootCauseMessage("planted");
        assertThat(locks.withLockAsync("a", () -> 1, task -> {}).cancel(true)).isTrue();
        assertThat(locks.getKeysInUse()).isZero();
        assertThat(semaphores.withPermitAsync("a", () -> 1, Runnable::run).join()).isEqualTo(1);
        assertThat(semaphores.withPermitAsync("a", () -> 1, task -> {}).cancel(true)).isTrue();
        assertThat(semaphores.getKeysInUse()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void semaphoreOfAKeyHasItsPermits(ThreadKind kind) {
        try (TestThreads threads = new TestThreads(kind)) {
            threads.start(() -> {
                try (Permit one = semaphores.permit("a"); Permit two = semaphores.permit("a", Duration.ofSeconds(1))) {
                    assertThat(one.getCount() + two.getCount()).isEqualTo(2);
                    assertThat(semaphores.tryPermit("a")).isNull();
                    assertThatThrownBy(() -> semaphores.permit("a", Duration.ofMillis(1)))
                            .isInstanceOf(TimeoutException.class);
                    CompletableFuture<Permit> waiting = semaphores.permitAsync("a");
                    assertThat(semaphores.getQueueLength("a")).isEqualTo(1);
                    assertThat(waiting.cancel(false)).isTrue();
                    assertThat(semaphores.withPermit("b", () -> semaphores.availablePermits("b"))).isEqualTo(1);
                    assertThat(semaphores.availablePermits("b")).isEqualTo(2);
                }
            });
        }
        assertThat(semaphores.getKeysInUse()).isZero();
    }

    @Test
    void aMillionKeysLeaveNothing() {
        KeyedLock<Integer> many = new KeyedLock<>();
        for (int i = 0; i < 1_000_000; i++) {
            many.lock(i);
            if (i % 10 != 0) {
                many.unlock(i);
            }
        }
        assertThat(many.getKeysInUse()).isEqualTo(100_000);
        for (int i = 0; i < 1_000_000; i += 10) {
            many.unlock(i);
        }
        assertThat(many.getKeysInUse()).isZero();
        assertThat(many.entries().isEmpty()).isTrue();
    }

    /** Plain counters of few keys, many threads of every patience: no increment is lost, nothing is left. */
    @ParameterizedTest
    @EnumSource
    void accountsOfEachKeyAreExact(ThreadKind kind) {
        int[] counters = new int[3];
        int[][] expected = new int[8][3];
        KeyedLock<Integer> keyed = new KeyedLock<>();
        try (TestThreads threads = new TestThreads(kind)) {
            for (int t = 0; t < 8; t++) {
                int[] mine = expected[t];
                threads.start(() -> {
                    for (int i = 0; i < 2_000; i++) {
                        int key = ThreadLocalRandom.current().nextInt(3);
                        boolean locked = switch (i % 4) {
                            case 0 -> keyed.tryLock(key);
                            case 1 ->
                                keyed.tryLock(key, ThreadLocalRandom.current().nextInt(50), TimeUnit.MICROSECONDS);
                            default -> {
                                keyed.lock(key);
                                yield true;
                            }
                        };
                        if (locked) {
                            counters[key]++;
                            mine[key]++;
                            keyed.unlock(key);
                        } else {
                            keyed.lockAsync(key).thenAccept(LockToken::close).join();
                        }
                    }
                });
            }
        }
        for (int key = 0; key < 3; key++) {
            int sum = 0;
            for (int[] mine : expected) {
                sum += mine[key];
            }
            assertThat(counters[key]).isEqualTo(sum);
        }
        assertThat(keyed.getKeysInUse()).isZero();
        assertThat(keyed.entries().isEmpty()).isTrue();
    }

    /** The sole owner of a key gets a lock when another comes, of its key or of its bin, and keeps its hold. */
    @Test
    void soleOwnerKeepsItsHold() {
        KeyedLock<Colliding> colliding = new KeyedLock<>();
        colliding.lock(new Colliding(1));
        assertThatThrownBy(() -> colliding.unlock(new Colliding(2))).hasMessageContaining("nobody has locked");
        assertThat(colliding.isLocked(new Colliding(1))).isTrue();
        CompletableFuture<LockToken> other = colliding.lockAsync(new Colliding(2));
        assertThat(other).isCompleted();
        assertThat(colliding.isHeldByCurrentThread(new Colliding(1))).isTrue();
        assertThat(colliding.isHeldByCurrentThread(new Colliding(2))).isFalse();
        assertThatThrownBy(() -> colliding.unlock(new Colliding(2))).isInstanceOf(IllegalMonitorStateException.class);
        CompletableFuture<LockToken> waiting = colliding.lockAsync(new Colliding(1));
        assertThat(waiting).isNotDone();
        colliding.unlock(new Colliding(1));
        assertThat(waiting).isCompleted();
        other.join().close();
        waiting.join().close();
        assertThat(colliding.entries().isEmpty()).isTrue();
    }

    @Test
    void wrongOwnerIsToldTheOwner() {
        CompletableFuture<LockToken> sole = locks.lockAsync("a");
        assertThatThrownBy(() -> locks.unlock("a")).isInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("a, which is Locked by token@");
        assertThat(locks.tryLock("a")).isFalse();
        assertThat(locks.entries().find("a")).as("no lock is made for a try").isInstanceOf(KeyedNode.Sole.class);
        sole.join().close();
        assertThatThrownBy(() -> locks.unlock("a")).hasMessageContaining("nobody has locked a");
        assertThat(locks.entries().isEmpty()).isTrue();
    }

    @Test
    void badKeysAndNumbersAreRefused() {
        assertThatThrownBy(() -> locks.lock(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> semaphores.permit(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> new KeyedSemaphore<>(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> locks.withLock("a", (Runnable) null)).isInstanceOf(NullPointerException.class);
        KeyedLock<Object> angry = new KeyedLock<>();
        Object key = new Object() {
            @Override
            public int hashCode() {
                throw new IllegalStateException("planted");
            }
        };
        assertThatThrownBy(() -> angry.lock(key)).hasMessage("planted");
        assertThat(angry.getKeysInUse() + locks.getKeysInUse()).isZero();
    }
}
