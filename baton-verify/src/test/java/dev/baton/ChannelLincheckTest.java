package dev.baton;

import java.util.ArrayDeque;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Channels against a queue of the JDK with a limit: tries and close, in every interleaving that Lincheck tries. */
public class ChannelLincheckTest {
    private static final String CLOSED = "closed";

    /** The operations on a channel. */
    public abstract static class Tries {
        private final Channel<Integer> channel;

        Tries(long capacity, boolean conflated, int segmentSize) {
            this.channel = new Channel<>("", capacity, conflated, segmentSize, 0);
        }

        @Operation
        public String trySend(@Param(gen = IntGen.class, conf = "1:3") int element) {
            try {
                return String.valueOf(channel.trySend(element));
            } catch (ChannelClosedException closed) {
                return CLOSED;
            }
        }

        @Operation
        public String tryReceive() {
            try {
                return String.valueOf(channel.tryReceive());
            } catch (ChannelClosedException closed) {
                return CLOSED;
            }
        }

        @Operation
        public boolean close() {
            return channel.close();
        }
    }

    /** The same, on a queue that one thread uses. */
    public abstract static class Expected {
        private final ArrayDeque<Integer> elements = new ArrayDeque<>();
        private final int capacity;
        private final boolean conflated;
        private boolean closed;

        Expected(int capacity, boolean conflated) {
            this.capacity = capacity;
            this.conflated = conflated;
        }

        public String trySend(int element) {
            if (closed) {
                return CLOSED;
            }
            if (conflated) {
                elements.clear();
            }
            return String.valueOf(elements.size() < capacity && elements.add(element));
        }

        public String tryReceive() {
            @Nullable
            Integer first = elements.poll();
            return first == null && closed ? CLOSED : String.valueOf(first);
        }

        public boolean close() {
            boolean first = !closed;
            closed = true;
            return first;
        }
    }

    /** Capacity 1, segments of one cell. */
    public static class Buffered1 extends Tries {
        public Buffered1() {
            super(1, false, 1);
        }
    }

    /** Capacity 2, segments of two cells. */
    public static class Buffered2 extends Tries {
        public Buffered2() {
            super(2, false, 2);
        }
    }

    /** Conflated, segments of one cell. */
    public static class Conflated extends Tries {
        public Conflated() {
            super(1, true, 1);
        }
    }

    /** A queue of one. */
    public static class Expected1 extends Expected {
        public Expected1() {
            super(1, false);
        }
    }

    /** A queue of two. */
    public static class Expected2 extends Expected {
        public Expected2() {
            super(2, false);
        }
    }

    /** The newest element. */
    public static class ExpectedNewest extends Expected {
        public ExpectedNewest() {
            super(1, true);
        }
    }

    private static void check(Class<?> channel, Class<?> expected) {
        Lincheck.modelChecking().iterations(6).invocationsPerIteration(150).threads(2).actorsPerThread(3)
                .actorsBefore(1).actorsAfter(1).sequentialSpecification(expected).check(channel);
    }

    @Test
    void bufferOfOneIsAQueue() {
        check(Buffered1.class, Expected1.class);
    }

    @Test
    void bufferOfTwoIsAQueue() {
        check(Buffered2.class, Expected2.class);
    }

    @Test
    void conflatedKeepsTheNewest() {
        check(Conflated.class, ExpectedNewest.class);
    }
}
