package dev.baton.check.spec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The states of a sequential specification and what each call does in each of them, worked out once and remembered. An
 * object cannot be copied, so a state is the calls that lead to it, made again on a new object; states that say that they
 * are equal are one.
 */
public final class SequentialStates {
    /** A state. */
    public static final class State {
        final int number;
        private final @Nullable State from;
        private final @Nullable Object move;
        private final int depth;
        private final Map<Object, Step> steps = new HashMap<>();

        private State(int number, @Nullable State from, @Nullable Object move) {
            this.number = number;
            this.from = from;
            this.move = move;
            this.depth = from == null ? 0 : from.depth + 1;
        }
    }

    /** A caller whose request waits gives up. */
    private record GivingUp(int ticket) {}

    /**
     * What a call does in a state.
     *
     * @param next    the state after it
     * @param result  the number of its result; {@link #WAITS} or {@link #REQUESTED}
     * @param ticket  of a request, what later steps know it by
     * @param served  requests that it completed, with their results
     */
    public record Step(State next, int result, int ticket, Map<Integer, Integer> served) {
        /** Keeps a copy. */
        public Step {
            served = Map.copyOf(served);
        }
    }

    /** A caller has to wait, and leaves no trace. */
    public static final int WAITS = -1;
    /** A caller has to wait, and its request is part of the state. */
    public static final int REQUESTED = -2;

    private static final int LONGEST_SECONDS = 10;

    private final Supplier<? extends SequentialObject> objects;
    private final ResultTexts texts;
    private final State first = new State(0, null, null);
    private final Map<Object, State> known = new HashMap<>();
    private int count = 1;
    private final Set<CallKind> keepsRequests = new HashSet<>();

    /**
     * @param objects gives new objects in the first state
     * @param texts   numbers results
     */
    public SequentialStates(Supplier<? extends SequentialObject> objects, ResultTexts texts) {
        this.objects = objects;
        this.texts = texts;
    }

    /** {@return the state of a new object} */
    public State first() {
        return first;
    }

    /** {@return how many states were met} */
    public synchronized int size() {
        return count;
    }

    /**
     * What a call does.
     *
     * @param state where it is made
     * @param call  the call
     * @return the step
     */
    public synchronized Step step(State state, Call call) {
        Step known = state.steps.get(call);
        if (known == null) {
            known = work(state, call);
            state.steps.put(call, known);
        }
        return known;
    }

    /**
     * Whether callers of an operation wait in an order: their requests are part of the state.
     *
     * @param state a state in which such a call could be made
     * @param call  the call
     * @return whether they are
     */
    synchronized boolean keepsRequests(State state, Call call) {
        step(state, call);
        return keepsRequests.contains(call.operation());
    }

    /**
     * What happens if a request that waits is given up.
     *
     * @param state  the state
     * @param ticket the request
     * @return the step
     */
    public synchronized Step giveUp(State state, int ticket) {
        return state.steps.computeIfAbsent(new GivingUp(ticket), move -> work(state, move));
    }

    /** A step, worked out twice, on a thread that can be left behind. */
    private Step work(State state, Object move) {
        FutureTask<List<Made>> task = new FutureTask<>(() -> List.of(make(state, move), make(state, move)));
        Thread.ofPlatform().daemon().name("sequential specification").start(task);
        try {
            List<Made> twice = task.get(LONGEST_SECONDS, TimeUnit.SECONDS);
            Made made = twice.getFirst();
            if (!made.sameAs(twice.getLast())) {
                throw new UnusableSpecification("the sequential class is not deterministic: after the same calls "
                        + move
                        + " gives " + made.words(texts) + ", and " + twice.getLast().words(texts) + " the next time");
            }
            return made.result == WAITS
                    ? new Step(state, WAITS, -1, Map.of())
                    : new Step(next(state, move, made.replay), made.result, state.depth, made.served);
        } catch (TimeoutException e) {
            throw new UnusableSpecification("the sequential class does not return from " + move + " within "
                    + LONGEST_SECONDS + " s; where a caller has to wait it throws WouldBlock or returns a future");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException thrown ? thrown : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnusableSpecification("interrupted while the sequential class makes " + move);
        }
    }

    /** What came of a move: what it returned, which requests it served, and the object after it. */
    private record Made(int result, Map<Integer, Integer> served, Replay replay) {
        boolean sameAs(Made other) {
            return result == other.result && served.equals(other.served);
        }

        String words(ResultTexts texts) {
            return result == WAITS
                    ? "a wait"
                    : (result == REQUESTED ? "a request" : texts.text(result))
                            + (served.isEmpty()
                                    ? ""
                                    : " and answers " + served.values().stream().map(texts::text)
                                            .sorted().toList());
        }
    }

    private Made make(State state, Object move) {
        Replay replay = new Replay(objects.get());
        List<Object> moves = new ArrayList<>();
        for (State each = state; each.move != null && each.from != null; each = each.from) {
            moves.addFirst(each.move);
        }
        for (int i = 0; i < moves.size(); i++) {
            replay.make(moves.get(i), i);
        }
        replay.collect();
        int result = replay.make(move, moves.size());
        return new Made(result, result == WAITS ? Map.of() : replay.collect(), replay);
    }

    private State next(State state, Object move, Replay replay) {
        Object value = replay.waiting.isEmpty() ? replay.object.state() : null;
        if (value == null) {
            return new State(count++, state, move);
        }
        return known.computeIfAbsent(value, each -> new State(count++, state, move));
    }

    /** The calls that lead to a state, made again. */
    private final class Replay {
        final SequentialObject object;
        final Map<Integer, CompletableFuture<?>> waiting = new HashMap<>();

        Replay(SequentialObject object) {
            this.object = object;
        }

        int make(Object move, int place) {
            if (move instanceof GivingUp gone) {
                CompletableFuture<?> request = waiting.remove(gone.ticket);
                if (request != null) {
                    request.cancel(true);
                }
                return REQUESTED;
            }
            try {
                Object result = object.apply((Call) move);
                if (result instanceof CompletionStage<?> stage) {
                    keepsRequests.add(((Call) move).operation());
                    CompletableFuture<?> future = stage.toCompletableFuture();
                    if (!future.isDone()) {
                        waiting.put(place, future);
                        return REQUESTED;
                    }
                    return answer(future);
                }
                return texts.number(ResultTexts.render(result));
            } catch (WouldBlock _) {
                return WAITS;
            } catch (Throwable thrown) {
                return texts.number(ResultTexts.render(thrown));
            }
        }

        /** Takes out the requests that are complete. */
        Map<Integer, Integer> collect() {
            Map<Integer, Integer> served = new HashMap<>();
            waiting.forEach((ticket, future) -> {
                if (future.isDone()) {
                    served.put(ticket, answer(future));
                }
            });
            served.keySet().forEach(waiting::remove);
            return served;
        }

        private int answer(CompletableFuture<?> done) {
            Object result;
            try {
                result = done.join();
            } catch (CancellationException cancelled) {
                result = cancelled;
            } catch (CompletionException failed) {
                result = failed.getCause() == null ? failed : failed.getCause();
            }
            return texts.number(ResultTexts.render(result));
        }
    }
}
