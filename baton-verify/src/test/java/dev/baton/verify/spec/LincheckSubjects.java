package dev.baton.verify.spec;

import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;

/** Test classes as users of Lincheck write them, for {@link SideBySideTest}; used by one thread, each says what it does. */
public final class LincheckSubjects {
    private LincheckSubjects() {}

    /** What queues do. */
    public abstract static class Queue {
        private final SpecifiedQueues.Linked queue;

        Queue(SpecifiedQueues.Linked queue) {
            this.queue = queue;
        }

        @Operation
        public boolean offer(@Param(gen = IntGen.class, conf = "1:2") int element) {
            return queue.offer(element);
        }

        @Operation
        public @Nullable Integer poll() {
            return queue.poll();
        }
    }

    public static class QueueLinksByStore extends Queue {
        public QueueLinksByStore() {
            super(new SpecifiedQueues.LinksByStore());
        }
    }

    public static class QueueTakesByStore extends Queue {
        public QueueTakesByStore() {
            super(new SpecifiedQueues.TakesByStore());
        }
    }

    public static class QueueMovesTailFirst extends Queue {
        public QueueMovesTailFirst() {
            super(new SpecifiedQueues.MovesTailFirst());
        }
    }

    public static class QueueReadsElementLate extends Queue {
        public QueueReadsElementLate() {
            super(new SpecifiedQueues.ReadsElementLate());
        }
    }

    public static class QueueRight extends Queue {
        public QueueRight() {
            super(new SpecifiedQueues.RightLinkedQueue());
        }
    }

    /** What stacks do. */
    public abstract static class Stack {
        private final SpecifiedStacks.Stack stack;

        Stack(SpecifiedStacks.Stack stack) {
            this.stack = stack;
        }

        @Operation
        public void push(@Param(gen = IntGen.class, conf = "1:2") int element) {
            stack.push(element);
        }

        @Operation
        public @Nullable Integer pop() {
            return stack.pop();
        }
    }

    public static class StackPushesByStore extends Stack {
        public StackPushesByStore() {
            super(new SpecifiedStacks.PushesByStore());
        }
    }

    public static class StackReadsTopTwice extends Stack {
        public StackReadsTopTwice() {
            super(new SpecifiedStacks.ReadsTopTwice());
        }
    }

    /** Needs three calls of a thread: more than scenarios for a class of Lincheck have here. */
    public static class StackReusesNodes extends Stack {
        public StackReusesNodes() {
            super(new SpecifiedStacks.ReusesNodes());
        }
    }

    /** Weak memory only. */
    public static class StackPublishesPlainly extends Stack {
        public StackPublishesPlainly() {
            super(new SpecifiedStacks.PublishesPlainly());
        }
    }

    public static class StackRight extends Stack {
        public StackRight() {
            super(new SpecifiedStacks.RightStack());
        }
    }

    /** Maps behind locks. */
    public abstract static class Map {
        private final SpecifiedMaps.Locked map;

        Map(SpecifiedMaps.Locked map) {
            this.map = map;
        }

        @Operation
        public @Nullable Integer put(@Param(gen = IntGen.class, conf = "1:2") int key,
                @Param(gen = IntGen.class, conf = "1:2") int value) {
            return map.put(key, value);
        }

        @Operation
        public @Nullable Integer get(@Param(gen = IntGen.class, conf = "1:2") int key) {
            return map.get(key);
        }

        @Operation
        public @Nullable Integer putIfAbsent(@Param(gen = IntGen.class, conf = "1:2") int key,
                @Param(gen = IntGen.class, conf = "1:2") int value) {
            return map.putIfAbsent(key, value);
        }
    }

    public static class MapChecksBeforeLock extends Map {
        public MapChecksBeforeLock() {
            super(new SpecifiedMaps.ChecksBeforeLock());
        }
    }

    public static class MapReleasesBetween extends Map {
        public MapReleasesBetween() {
            super(new SpecifiedMaps.ReleasesBetween());
        }
    }

    /** Weak memory only. */
    public static class MapReadsWithoutLock extends Map {
        public MapReadsWithoutLock() {
            super(new SpecifiedMaps.ReadsWithoutLock());
        }
    }

    public static class CounterVolatile {
        private volatile int count;

        @Operation
        @SuppressWarnings("NonAtomicVolatileUpdate") // the mistake
        public int increment() {
            return ++count;
        }
    }

    public static class CounterTakesBelowZero {
        private final AtomicInteger count = new AtomicInteger(1);

        @Operation
        public boolean take() {
            if (count.get() == 0) {
                return false;
            }
            count.decrementAndGet();
            return true;
        }

        @Operation
        public int count() {
            return count.get();
        }
    }

    /** Weak memory only. */
    public static class LockUnlocksOpaquely {
        private final SpecifiedLocks.UnlocksOpaquely lock = new SpecifiedLocks.UnlocksOpaquely();

        @Operation
        public int increment() {
            return lock.increment();
        }
    }

    /** JDK-8256833. */
    public static class JdkLinkedDeque {
        private final ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();

        @Operation
        public void addFirst(@Param(gen = IntGen.class, conf = "1:2") int element) {
            deque.addFirst(element);
        }

        @Operation
        public void addLast(@Param(gen = IntGen.class, conf = "1:2") int element) {
            deque.addLast(element);
        }

        @Operation
        public @Nullable Integer pollFirst() {
            return deque.pollFirst();
        }

        @Operation
        public @Nullable Integer pollLast() {
            return deque.pollLast();
        }

        @Operation
        public @Nullable Integer peekFirst() {
            return deque.peekFirst();
        }
    }

    public static class JdkLinkedQueue {
        private final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();

        @Operation
        public boolean offer(@Param(gen = IntGen.class, conf = "1:2") int element) {
            return queue.offer(element);
        }

        @Operation
        public @Nullable Integer poll() {
            return queue.poll();
        }
    }
}
