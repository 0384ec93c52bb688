package dev.baton.verify.spec;

import dev.baton.check.api.Operation;
import dev.baton.check.api.Specification;
import dev.baton.check.api.Values;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Treiber's stack, and the same with one mistake each. */
final class SpecifiedStacks {
    private SpecifiedStacks() {}

    enum Mistake {
        NONE, PUSHES_BY_STORE, POPS_BY_STORE, PUBLISHES_PLAINLY, REUSES_NODES, READS_TOP_TWICE
    }

    /** The stack. */
    static final class Treiber {
        private static final class Node {
            Integer element;
            @Nullable
            Node below;

            Node(Integer element) {
                this.element = element;
            }
        }

        private final Mistake mistake;
        @SuppressWarnings("UnusedVariable") // by VarHandle
        private @Nullable Node top;
        private final AtomicReference<@Nullable Node> free = new AtomicReference<>();

        Treiber(Mistake mistake) {
            this.mistake = mistake;
        }

        void push(Integer element) {
            Node added = node(element);
            while (true) {
                Node below = topAcquire();
                added.below = below;
                if (mistake == Mistake.PUSHES_BY_STORE) {
                    TOP.setVolatile(this, added);
                    return;
                }
                boolean done = mistake == Mistake.PUBLISHES_PLAINLY
                        ? TOP.weakCompareAndSetPlain(this, below, added)
                        : TOP.compareAndSet(this, below, added);
                if (done) {
                    return;
                }
            }
        }

        private Node node(Integer element) {
            Node reused = mistake == Mistake.REUSES_NODES ? free.getAndSet(null) : null;
            if (reused != null) {
                reused.element = element;
                return reused;
            }
            return new Node(element);
        }

        @Nullable
        Integer pop() {
            while (true) {
                Node first = topAcquire();
                if (first == null) {
                    return null;
                }
                Node below = first.below;
                if (mistake == Mistake.POPS_BY_STORE) {
                    TOP.setVolatile(this, below);
                    return first.element;
                }
                if (mistake == Mistake.READS_TOP_TWICE) {
                    Node again = topAcquire();
                    first = again == null ? first : again;
                }
                if (TOP.compareAndSet(this, first, below)) {
                    Integer element = first.element;
                    if (mistake == Mistake.REUSES_NODES) {
                        free.compareAndSet(null, first);
                    }
                    return element;
                }
            }
        }

        private @Nullable Node topAcquire() {
            return (Node) (mistake == Mistake.PUBLISHES_PLAINLY ? TOP.getOpaque(this) : TOP.getAcquire(this));
        }

        // VarHandle mechanics
        private static final VarHandle TOP;
        static {
            try {
                TOP = MethodHandles.lookup().findVarHandle(Treiber.class, "top", Node.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    /** What all stacks do. */
    abstract static class Stack {
        private final Treiber stack;

        Stack(Mistake mistake) {
            stack = new Treiber(mistake);
        }

        @Operation
        void push(@Values(fresh = true) Integer element) {
            stack.push(element);
        }

        @Operation
        @Nullable
        Integer pop() {
            return stack.pop();
        }
    }

    /** A stack for one thread. */
    static final class Sequential {
        private final ArrayDeque<Integer> elements = new ArrayDeque<>();

        void push(Integer element) {
            elements.push(element);
        }

        @Nullable
        Integer pop() {
            return elements.poll();
        }
    }

    @Specification(Sequential.class)
    static class RightStack extends Stack {
        RightStack() {
            super(Mistake.NONE);
        }
    }

    @Specification(Sequential.class)
    static class PushesByStore extends Stack {
        PushesByStore() {
            super(Mistake.PUSHES_BY_STORE);
        }
    }

    @Specification(Sequential.class)
    static class PopsByStore extends Stack {
        PopsByStore() {
            super(Mistake.POPS_BY_STORE);
        }
    }

    @Specification(Sequential.class)
    static class PublishesPlainly extends Stack {
        PublishesPlainly() {
            super(Mistake.PUBLISHES_PLAINLY);
        }
    }

    @Specification(Sequential.class)
    static class ReadsTopTwice extends Stack {
        ReadsTopTwice() {
            super(Mistake.READS_TOP_TWICE);
        }
    }

    /** The mistake called ABA needs three calls beside one. */
    @Specification(value = Sequential.class, calls = 3, initial = 2)
    static class ReusesNodes extends Stack {
        ReusesNodes() {
            super(Mistake.REUSES_NODES);
        }
    }
}
