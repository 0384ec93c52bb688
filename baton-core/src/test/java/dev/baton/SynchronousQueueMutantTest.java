package dev.baton;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.SynchronousQueueMutants.Mutant;
import dev.baton.SynchronousQueueMutants.Mutation;
import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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
        /** A counterpart comes in the middle of an abort, or of another's match: not exactly one of them wins. */
        RACE {
            @Override
            boolean accepts(Class<?> type, boolean fair) throws ReflectiveOperationException {
                return pollWithinAbort(new Mutant(type, fair)) && pollWithinPoll(new Mutant(type, fair));
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

    private static final String HOOK_KEY = "dev.baton.test.hook";
    private static final String HOOK = "((Runnable) System.getProperties().get(\"" + HOOK_KEY + "\")).run(); ";
    private static final String ABORT = "return isWaiting(current) && casItem(current, CANCELLED);";
    private static final String MATCH = "return casItem(current, MATCHED) ? current : null;";

    private enum Mistake {
        OVERTAKES_FROM_THE_TAIL(true, Check.WALK, "DualQueue.java",
                "last.data == data ? !tailIsStale : last.prev() == first",
                "!tailIsStale"),

        UNLINKS_LIVE_NODES_TOO(true, Check.WALK, "DualQueue.java", "right != before && !right.isLive()",
                "right != before"),

        LEAVES_A_DEAD_LAST_NODE(true, Check.WALK, "DualQueue.java", "node != first && !node.isLive()",
                "false"),

        UNLINKS_ONLY_AT_THE_HEAD(true, Check.WALK, "DualQueue.java", "left != null ? left : head",
                "head"),

        SWEEPS_LIVE_NODES_TOO(false, Check.WALK, "DualStack.java", "right != null && !right.isLive()",
                "right != null && right != node"),

        NEVER_SWEEPS(false, Check.WALK, "DualStack.java", "count >= deadLimit", "count < 0"),

        ANSWERS_A_CANCELLED_PUT(true, Check.WALK, "TransferNode.java",
                "data ? current != MATCHED && current != CANCELLED", "data ? current != MATCHED"),

        CANCELS_ONLY_THE_FUTURE(true, Check.WALK, "RequestFuture.java", "if (withdraw()) {",
                "if (request != null) {"),

        ABORTS_OVER_A_MATCH(true, Check.RACE, "TransferNode.java", ABORT,
                HOOK + "boolean wins = isWaiting(current); setItemRelease(CANCELLED); return wins;"),

        ANSWERS_TWICE(false, Check.RACE, "TransferNode.java", MATCH,
                HOOK + "casItem(current, MATCHED); return current;"),

        DOES_NOT_WAKE(true, Check.WAKE, "TransferNode.java", "LockSupport.unpark(thread);", ""),

        DOES_NOT_ANNOUNCE_ITSELF(false, Check.WAKE, "TransferWait.java",
                "return node.announce(Thread.currentThread());",
                "return false;");

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
        hook(() -> {});
        Class<?> type = SynchronousQueueMutants.load(List.of(new Mutation("TransferNode.java", ABORT, HOOK + ABORT),
                new Mutation("TransferNode.java", MATCH, HOOK + MATCH)));
        assertThat(type).isNotSameAs(SynchronousQueue.class);
        for (Check check : Check.values()) {
            assertThat(check.accepts(type, true)).as("fair, %s", check).isTrue();
            assertThat(check.accepts(type, false)).as("unfair, %s", check).isTrue();
        }
    }

    /** A poll comes between the look of an offer that timed out at its request and its decision. */
    private static boolean pollWithinAbort(Mutant mutant) {
        List<Object> received = new ArrayList<>();
        hook(() -> Optional.ofNullable(mutant.poll()).ifPresent(received::add));
        try {
            boolean given = mutant.queue.offer("a", 1, NANOSECONDS);
            return given != received.isEmpty();
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    /** A poll comes between another poll's look at the request and its decision. */
    private static boolean pollWithinPoll(Mutant mutant) {
        CompletableFuture<?> put = mutant.putAsync("a");
        List<Object> received = new ArrayList<>();
        hook(() -> Optional.ofNullable(mutant.poll()).ifPresent(received::add));
        Optional.ofNullable(mutant.poll()).ifPresent(received::add);
        return received.equals(List.of("a")) && put.isDone();
    }

    /** Sets what runs at the next {@link #HOOK}, once; it is kept where classes of any loader find it. */
    private static void hook(Runnable action) {
        System.getProperties().put(HOOK_KEY, (Runnable) () -> {
            System.getProperties().put(HOOK_KEY, (Runnable) () -> {});
            action.run();
        });
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
