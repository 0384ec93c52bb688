import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.agrona.concurrent.ManyToManyConcurrentArrayQueue;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.agrona.concurrent.ManyToOneConcurrentLinkedQueue;
import org.agrona.concurrent.SnowflakeIdGenerator;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** Agrona: queues keep each element and the order of each producer; ring buffers on the heap hand whole messages over. */
class AgronaScenarios {
    @ModelCheck
    void manyToOneKeepsAll(Scenario scenario) {
        keepsAll(scenario, new ManyToOneConcurrentArrayQueue<>(4));
    }

    @ModelCheck
    void manyToManyKeepsAll(Scenario scenario) {
        keepsAll(scenario, new ManyToManyConcurrentArrayQueue<>(4));
    }

    @ModelCheck
    void linkedKeepsAll(Scenario scenario) {
        keepsAll(scenario, new ManyToOneConcurrentLinkedQueue<>());
    }

    private static void keepsAll(Scenario scenario, Queue<Integer> queue) {
        var polled = new Integer[2];
        scenario.thread("producer of two", () -> {
            assert queue.offer(1) && queue.offer(2);
        });
        scenario.thread("producer of one", () -> {
            assert queue.offer(10);
        });
        scenario.thread("consumer", () -> {
            polled[0] = queue.poll();
            polled[1] = queue.poll();
        });
        scenario.finallyAssert(() -> {
            List<Integer> all = new ArrayList<>();
            for (Integer element : polled) {
                if (element != null) {
                    all.add(element);
                }
            }
            for (Integer rest = queue.poll(); rest != null; rest = queue.poll()) {
                all.add(rest);
            }
            assert all.size() == 3 && all.contains(10) && all.contains(1) && all.indexOf(1) < all.indexOf(2) : all;
        });
    }

    @ModelCheck
    void oneToOneHandsAMessageOver(Scenario scenario) {
        handsAMessageOver(scenario, new OneToOneRingBuffer(memory()));
    }

    @ModelCheck
    void manyToOneHandsAMessageOver(Scenario scenario) {
        handsAMessageOver(scenario, new ManyToOneRingBuffer(memory()));
    }

    private static UnsafeBuffer memory() {
        return new UnsafeBuffer(new byte[64 + RingBufferDescriptor.TRAILER_LENGTH]);
    }

    private static void handsAMessageOver(Scenario scenario, RingBuffer ring) {
        var message = new UnsafeBuffer(new byte[8]);
        message.putInt(0, 42);
        scenario.thread("writer", () -> {
            assert ring.write(1, message, 0, 4);
        });
        scenario.thread("reader", () -> ring.read((type, buffer, index, length) -> {
            assert type == 1 && length == 4 && buffer.getInt(index) == 42;
        }));
    }

    @ModelCheck
    void identifiersDiffer(Scenario scenario) {
        var generator = new SnowflakeIdGenerator(10, 12, 1, 0, () -> 5);
        var identifiers = new long[2];
        scenario.thread("one", () -> {
            identifiers[0] = generator.nextId();
        });
        scenario.thread("two", () -> {
            identifiers[1] = generator.nextId();
        });
        scenario.finallyAssert(() -> {
            assert identifiers[0] != identifiers[1];
        });
    }
}
