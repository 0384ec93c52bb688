package dev.baton;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A random walk through the operations of a synchronous queue in one thread, compared step by step with the obvious
 * model: a list of requests that wait, answered from the front if fair and from the back if not.
 */
final class SynchronousQueueWalk {
    /** What the walk needs of a queue; a mutant, loaded elsewhere, is reached through it too. */
    interface Subject {
        CompletableFuture<?> putAsync(Object element);

        CompletableFuture<?> takeAsync();

        boolean offer(Object element);

        @Nullable
        Object poll();

        int nodes();
    }

    private record Waiting(@Nullable Integer element, CompletableFuture<?> future) {}

    private final Subject queue;
    private final boolean fair;
    private final SplittableRandom random;
    private final Deque<Waiting> model = new ArrayDeque<>();
    private int nextElement;
    private int most;

    SynchronousQueueWalk(Subject queue, boolean fair, long seed) {
        this.queue = queue;
        this.fair = fair;
        this.random = new SplittableRandom(seed);
    }

    static Subject subject(SynchronousQueue<Object> queue) {
        return new Subject() {
            @Override
            public CompletableFuture<?> putAsync(Object element) {
                return queue.putAsync(element);
            }

            @Override
            public CompletableFuture<?> takeAsync() {
                return queue.takeAsync();
            }

            @Override
            public boolean offer(Object element) {
                return queue.offer(element);
            }

            @Override
            public @Nullable Object poll() {
                return queue.poll();
            }

            @Override
            public int nodes() {
                return queue.nodes();
            }
        };
    }

    /** Walks; throws at the first step that differs from the model. */
    void run(int steps) {
        for (int step = 0; step < steps; step++) {
            int bias = step / 64 % 2 == 0 ? 3 : 1; // long queues of one side, then of the other
            int choice = random.nextInt(10);
            if (choice < bias) {
                put(random.nextBoolean());
            } else if (choice < 4) {
                take(random.nextBoolean());
            } else if (choice < 9 - bias && !model.isEmpty()) {
                cancel();
            } else if (random.nextBoolean()) {
                joinBurst();
            }
            checkRetention(step);
        }
    }

    private boolean consumersWait() {
        return !model.isEmpty() && model.getFirst().element == null;
    }

    private boolean producersWait() {
        return !model.isEmpty() && model.getFirst().element != null;
    }

    private Waiting next() {
        return fair ? model.removeFirst() : model.removeLast();
    }

    private void put(boolean immediate) {
        Integer element = nextElement++;
        boolean expected = consumersWait();
        CompletableFuture<?> future = null;
        boolean done;
        if (immediate) {
            done = queue.offer(element);
        } else {
            future = queue.putAsync(element);
            done = future.isDone();
        }
        check(done == expected, "put answered", expected, done);
        if (expected) {
            Waiting consumer = next();
            check(consumer.future.isDone(), "the right consumer is answered", true, false);
            check(Objects.equals(consumer.future.join(), element), "value received", element, consumer.future.join());
        } else if (future != null) {
            model.addLast(new Waiting(element, future));
        }
    }

    private void take(boolean immediate) {
        boolean expected = producersWait();
        CompletableFuture<?> future = null;
        Object received;
        if (immediate) {
            received = queue.poll();
        } else {
            future = queue.takeAsync();
            received = future.isDone() ? future.join() : null;
        }
        Integer wanted = null;
        if (expected) {
            Waiting producer = next();
            wanted = producer.element;
            check(producer.future.isDone(), "the right producer is answered", true, false);
        } else if (future != null) {
            model.addLast(new Waiting(null, future));
        }
        check(Objects.equals(received, wanted), "value received", wanted, received);
    }

    private void joinBurst() {
        boolean producers = producersWait();
        for (int i = random.nextInt(8); i > 0 && !model.isEmpty(); i--) {
            if (producers) {
                put(false);
            } else {
                take(false);
            }
        }
    }

    private void cancel() {
        List<Waiting> waiting = new ArrayList<>(model);
        Waiting chosen = switch (random.nextInt(3)) {
            case 0 -> waiting.getFirst();
            case 1 -> waiting.getLast();
            default -> waiting.get(random.nextInt(waiting.size()));
        };
        model.remove(chosen);
        check(chosen.future.cancel(true), "cancelled", true, false);
        check(chosen.future.isCancelled(), "is cancelled", true, false);
    }

    private void checkRetention(int step) {
        for (Waiting waiting : model) {
            check(!waiting.future.isDone(), "still waits", true, false);
        }
        most = Math.max(most, model.size());
        int limit = model.size() + (fair ? 2 : 34 + most / 2);
        int nodes = queue.nodes();
        check(nodes <= limit, "nodes held after step " + step, "at most " + limit, nodes);
    }

    private static void check(boolean holds, String what, @Nullable Object expected, @Nullable Object was) {
        if (!holds) {
            throw new AssertionError(what + ": expected " + expected + " but was " + was);
        }
    }
}
