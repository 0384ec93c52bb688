package dev.baton.verify.spec;

import dev.baton.check.api.Operation;
import dev.baton.check.api.Specification;
import dev.baton.check.api.Values;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Queues that are right, and the same with one mistake each. */
final class SpecifiedQueues {
    private SpecifiedQueues() {}

    enum Mistake {
        NONE, LINKS_BY_STORE, TAKES_BY_STORE, MOVES_TAIL_FIRST, READS_ELEMENT_LATE, FORGETS_TO_HELP, COUNTS_FIRST
    }

    /** The queue of Michael and Scott. */
    private static final class LinkedQueue {
        private static final class Node {
            final AtomicReference<@Nullable Node> next = new AtomicReference<>();
            @Nullable
            Integer element;

            Node(@Nullable Integer element) {
                this.element = element;
            }
        }

        private final Mistake mistake;
        private final AtomicReference<Node> head;
        private final AtomicReference<Node> tail;
        private final AtomicInteger size = new AtomicInteger();

        LinkedQueue(Mistake mistake) {
            this.mistake = mistake;
            Node dummy = new Node(null);
            this.head = new AtomicReference<>(dummy);
            this.tail = new AtomicReference<>(dummy);
        }

        boolean offer(Integer element) {
            Node added = new Node(element);
            if (mistake == Mistake.COUNTS_FIRST) {
                size.incrementAndGet();
            }
            if (mistake == Mistake.MOVES_TAIL_FIRST) {
                tail.getAndSet(added).next.set(added);
                return true;
            }
            while (true) {
                Node last = tail.get();
                Node next = last.next.get();
                if (next != null) {
                    if (mistake == Mistake.FORGETS_TO_HELP) {
                        tail.set(next); // may move the tail back
                    } else {
                        tail.compareAndSet(last, next);
                    }
                } else if (mistake == Mistake.LINKS_BY_STORE) {
                    last.next.set(added);
                    tail.compareAndSet(last, added);
                    return true;
                } else if (last.next.compareAndSet(null, added)) {
                    if (mistake == Mistake.FORGETS_TO_HELP) {
                        tail.set(added);
                    } else {
                        tail.compareAndSet(last, added);
                    }
                    return true;
                }
            }
        }

        @Nullable
        Integer poll() {
            while (true) {
                Node first = head.get();
                Node last = tail.get();
                Node next = first.next.get();
                if (next == null) {
                    return null;
                }
                if (first == last) {
                    tail.compareAndSet(last, next);
                }
                Integer element = next.element;
                if (mistake == Mistake.TAKES_BY_STORE) {
                    head.set(next);
                    return element;
                }
                if (head.compareAndSet(first, next)) {
                    if (mistake == Mistake.COUNTS_FIRST) {
                        size.decrementAndGet();
                    }
                    if (mistake == Mistake.READS_ELEMENT_LATE) {
                        element = head.get().element; // of another poll, perhaps
                    }
                    return element;
                }
            }
        }

        int size() {
            return size.get();
        }
    }

    /** What all linked queues do. */
    abstract static class Linked {
        private final LinkedQueue queue;

        Linked(Mistake mistake) {
            queue = new LinkedQueue(mistake);
        }

        @Operation
        boolean offer(@Values(fresh = true) Integer element) {
            return queue.offer(element);
        }

        @Operation
        @Nullable
        Integer poll() {
            return queue.poll();
        }

        int count() {
            return queue.size();
        }
    }

    @Specification(ArrayDeque.class)
    static class RightLinkedQueue extends Linked {
        RightLinkedQueue() {
            super(Mistake.NONE);
        }
    }

    @Specification(ArrayDeque.class)
    static class LinksByStore extends Linked {
        LinksByStore() {
            super(Mistake.LINKS_BY_STORE);
        }
    }

    @Specification(ArrayDeque.class)
    static class TakesByStore extends Linked {
        TakesByStore() {
            super(Mistake.TAKES_BY_STORE);
        }
    }

    @Specification(ArrayDeque.class)
    static class MovesTailFirst extends Linked {
        MovesTailFirst() {
            super(Mistake.MOVES_TAIL_FIRST);
        }
    }

    @Specification(ArrayDeque.class)
    static class ReadsElementLate extends Linked {
        ReadsElementLate() {
            super(Mistake.READS_ELEMENT_LATE);
        }
    }

    /** A tail that moves back costs time only: no mistake of the results, so this one passes. */
    @Specification(ArrayDeque.class)
    static class MovesTailBack extends Linked {
        MovesTailBack() {
            super(Mistake.FORGETS_TO_HELP);
        }
    }

    @Specification(ArrayDeque.class)
    static class CountsFirst extends Linked {
        CountsFirst() {
            super(Mistake.COUNTS_FIRST);
        }

        @Operation
        int size() {
            return count();
        }
    }

    /** A ring of two places for one producer and one consumer. */
    abstract static class Ring {
        private final boolean publishesEarly;
        private final boolean ignoresConsumer;
        private final boolean storesByRelease;
        private final AtomicReferenceArray<@Nullable Integer> places = new AtomicReferenceArray<>(2);
        private final AtomicInteger taken = new AtomicInteger();
        private final AtomicInteger added = new AtomicInteger();

        Ring(boolean publishesEarly, boolean ignoresConsumer, boolean storesByRelease) {
            this.publishesEarly = publishesEarly;
            this.ignoresConsumer = ignoresConsumer;
            this.storesByRelease = storesByRelease;
        }

        @Operation(group = "producer")
        boolean offer(@Values(fresh = true) Integer element) {
            int at = added.get();
            if (!ignoresConsumer && at - taken.get() == 2) {
                return false;
            }
            if (publishesEarly) {
                store(added, at + 1);
                places.setRelease(at & 1, element);
            } else {
                places.setPlain(at & 1, element);
                store(added, at + 1);
            }
            return true;
        }

        @Operation(group = "consumer")
        @Nullable
        Integer poll() {
            int at = taken.get();
            if (added.get() == at) {
                return null;
            }
            Integer element = places.getPlain(at & 1);
            store(taken, at + 1);
            return element;
        }

        private void store(AtomicInteger index, int value) {
            if (storesByRelease) {
                index.setRelease(value);
            } else {
                index.set(value);
            }
        }
    }

    /** A queue of two places. */
    static final class TwoPlaces {
        private final ArrayDeque<Integer> elements = new ArrayDeque<>();

        boolean offer(Integer element) {
            return elements.size() < 2 && elements.offer(element);
        }

        @Nullable
        Integer poll() {
            return elements.poll();
        }
    }

    @Specification(value = TwoPlaces.class, calls = 3)
    static class RightRing extends Ring {
        RightRing() {
            super(false, false, false);
        }
    }

    @Specification(value = TwoPlaces.class, calls = 3)
    static class PublishesEarly extends Ring {
        PublishesEarly() {
            super(true, false, false);
        }
    }

    @Specification(value = TwoPlaces.class, calls = 3)
    static class IgnoresConsumer extends Ring {
        IgnoresConsumer() {
            super(false, true, false);
        }
    }

    /**
     * No element is lost, but one side finds the ring full while the other finds it empty: each has the other's store still
     * to come.
     */
    @Specification(value = TwoPlaces.class, calls = 3)
    static class StoresByRelease extends Ring {
        StoresByRelease() {
            super(false, false, true);
        }
    }
}
