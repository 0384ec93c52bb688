package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.SynchronousQueueMutants.Mutant;
import dev.baton.SynchronousQueueMutants.Mutation;
import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The checks of the queue's tests reject each of these mistakes, and accept the queue without them. */
class SynchronousQueueMutantTest {
    /** How a mistake shows. */
    private enum Check {
        /** A random walk differs from the model, or nodes pile up. */
        WALK {
            @Override
            boolean accepts(Class<?> type, boolean fair) throws ReflectiveOperationException {
                for (int seed = 0; seed < 40; seed++) {
                    try {
                        new SynchronousQueueWalk(new Mutant(type, fair), fair, seed).run(1_000);
                    } catch (AssertionError | RuntimeException rejected) {
                        return false;
                    }
                }
                return true;
            }
        },
        /** A counterpart and an abort race, or two counterparts: not exactly one of them wins. */
        RACE {
            @Override
            boolean accepts(Class<?> type, boolean fair) throws ReflectiveOperationException {
                return abortRace(new Mutant(type, fair)) && pollRace(new Mutant(type, fair));
            }
        },
        /** A parked thread is not woken. */
        WAKE {
            @Override
            boolean accepts(Class<?> type, boolean fair) throws ReflectiveOperationException {
                return wakes(new Mutant(type, fair));
            }
        };

        abstract boolean accepts(Class<?> type, boolean fair) throws ReflectiveOperationException;
    }

    private enum Mistake {
        OVERTAKES_FROM_THE_TAIL(true, Check.WALK, "DualQueue.java", "last.data == data && !tailIsStale",
                "!tailIsStale"),

        UNLINKS_LIVE_NODES_TOO(true, Check.WALK, "DualQueue.java", "right != before && !right.isLive()",
                "right != before"),

        LEAVES_A_DEAD_LAST_NODE(true, Check.WALK, "DualQueue.java", "node.prevAcquire() != null && !node.isLive()",
                "false"),

        UNLINKS_ONLY_AT_THE_HEAD(true, Check.WALK, "DualQueue.java", "left != null ? left : headVolatile()",
                "headVolatile()"),

        SWEEPS_LIVE_NODES_TOO(false, Check.WALK, "DualStack.java", "right != null && !right.isLive()",
                "right != null && right != node"),

        NEVER_SWEEPS(false, Check.WALK, "DualStack.java", "count >= deadLimitOpaque()", "count < 0"),

        ANSWERS_A_CANCELLED_PUT(true, Check.WALK, "TransferNode.java",
                "data ? current != MATCHED && current != CANCELLED", "data ? current != MATCHED"),

        CANCELS_ONLY_THE_FUTURE(true, Check.WALK, "TransferFuture.java",
                "return abort() ? dropped(super.cancel(mayInterruptIfRunning)) : isCancelled();",
                "return dropped(super.cancel(mayInterruptIfRunning));"),

        ABORTS_OVER_A_MATCH(true, Check.RACE, "TransferNode.java",
                "return isWaiting(current) && casItem(current, CANCELLED);",
                "if (!isWaiting(current)) { return false; } Thread.yield(); setItemRelease(CANCELLED); return true;"),

        ANSWERS_TWICE(false, Check.RACE, "TransferNode.java", "return casItem(current, MATCHED) ? current : null;",
                "casItem(current, MATCHED);\n return current;"),

        DOES_NOT_WAKE(true, Check.WAKE, "TransferNode.java", "LockSupport.unpark(thread);", ""),

        DOES_NOT_ANNOUNCE_ITSELF(false, Check.WAKE, "TransferPatience.java", "node.setWaiterVolatile(self);", "");

        final boolean fair;
        final Check check;
        final Mutation mutation;

        Mistake(boolean fair, Check check, String file, String original, String mistake) {
            this.fair = fair;
            this.check = check;
            this.mutation = new Mutation(file, original, mistake);
        }
    }

    @ParameterizedTest
    @EnumSource
    void isRejected(Mistake mistake) throws Exception {
        Class<?> type = SynchronousQueueMutants.load(List.of(mistake.mutation));
        assertThat(mistake.check.accepts(type, mistake.fair)).as("%s accepted by %s", mistake, mistake.check).isFalse();
    }

    @Test
    void copyWithoutAMistakeIsAccepted() throws Exception {
        Class<?> type = SynchronousQueueMutants.load(List.of());
        assertThat(type).isNotSameAs(SynchronousQueue.class);
        for (Check check : Check.values()) {
            assertThat(check.accepts(type, true)).as("fair, %s", check).isTrue();
            assertThat(check.accepts(type, false)).as("unfair, %s", check).isTrue();
        }
    }

    /** One thread cancels a put while another polls: the element goes to exactly one of them. */
    private static boolean abortRace(Mutant mutant) {
        return race(round -> mutant.putAsync(round), put -> ((CompletableFuture<?>) put).cancel(true) ? put : null,
                put -> mutant.poll());
    }

    /** Two threads poll one put: exactly one receives the element. */
    private static boolean pollRace(Mutant mutant) {
        return race(round -> mutant.putAsync(round), put -> mutant.poll(), put -> mutant.poll());
    }

    private interface Contender {
        @Nullable
        Object run(Object subject);
    }

    /** Lets two threads meet at the subject of each round; false if not exactly one of them got something. */
    private static boolean race(IntFunction<Object> subject, Contender left, Contender right) {
        int rounds = 20_000;
        AtomicReferenceArray<Object> subjects = new AtomicReferenceArray<>(rounds);
        AtomicReferenceArray<Boolean> leftWon = new AtomicReferenceArray<>(rounds);
        AtomicInteger turn = new AtomicInteger();
        List<Integer> wrong = new ArrayList<>();
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            threads.start(() -> {
                for (int round = 0; round < rounds; round++) {
                    while (subjects.get(round) == null) {
                        pause(turn);
                    }
                    leftWon.set(round, left.run(Objects.requireNonNull(subjects.get(round))) != null);
                }
            });
            for (int round = 0; round < rounds; round++) {
                Object contended = subject.apply(round);
                subjects.set(round, contended);
                for (int spin = round % 64; spin > 0; spin--) {
                    Thread.onSpinWait();
                }
                boolean rightWon = right.run(contended) != null;
                while (leftWon.get(round) == null) {
                    pause(turn);
                }
                if (rightWon == leftWon.get(round)) {
                    wrong.add(round);
                }
            }
        }
        return wrong.isEmpty();
    }

    private static void pause(AtomicInteger turn) {
        if (turn.incrementAndGet() % 256 == 0) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }

    /** A consumer that has parked must come back with the element; one that does not is released by an interrupt. */
    private static boolean wakes(Mutant mutant) {
        List<Object> received = new ArrayList<>();
        boolean ended;
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            Thread consumer = threads.startAndAwaitParked(() -> received.add(mutant.queue.take()));
            assertThat(mutant.offer("a")).isTrue();
            ended = consumer.join(Duration.ofSeconds(2));
            consumer.interrupt();
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
        return ended && received.equals(List.of("a"));
    }
}
