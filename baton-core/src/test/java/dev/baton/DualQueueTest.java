package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.internal.transfer.DualQueue;
import java.lang.reflect.Field;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** States of the dual queue that only an unlucky schedule reaches, set up by hand. */
class DualQueueTest {
    private final DualQueue list = new DualQueue();
    private final SynchronousQueue<String> queue = new SynchronousQueue<>(true, list, 128);

    private Field tail() throws NoSuchFieldException {
        Field tail = DualQueue.class.getDeclaredField("tail");
        tail.setAccessible(true);
        return tail;
    }

    /** Moves the head often enough that some of the nodes it leaves are cut off. */
    private void handOver(int times) {
        for (int i = 0; i < times; i++) {
            CompletableFuture<String> take = queue.takeAsync();
            assertThat(queue.offer("x")).isTrue();
            assertThat(take).isCompletedWithValue("x");
        }
    }

    /** The tail lags at a node that was bypassed; behind it come some that the head has left. */
    @Test
    void laggingTailDoesNotTrapANewcomer() throws ReflectiveOperationException {
        CompletableFuture<String> bypassed = queue.takeAsync();
        Object lagging = tail().get(list);
        bypassed.cancel(true);
        handOver(20);
        tail().set(list, lagging);
        CompletableFuture<String> newcomer = queue.takeAsync();
        assertThat(newcomer).isNotDone();
        tail().set(list, lagging);
        assertThat(queue.poll()).isNull();
        assertThat(queue.offer("b")).isTrue();
        assertThat(newcomer).isCompletedWithValue("b");
    }

    /** The tail lags at a node that the head has left. */
    @Test
    void tailBehindTheHeadDoesNotTrapANewcomer() throws ReflectiveOperationException {
        CompletableFuture<String> first = queue.takeAsync();
        Object lagging = tail().get(list);
        assertThat(queue.offer("a")).isTrue();
        handOver(20);
        tail().set(list, lagging);
        CompletableFuture<String> third = queue.takeAsync();
        assertThat(queue.offer("c")).isTrue();
        assertThat(first).isCompletedWithValue("a");
        assertThat(third).isCompletedWithValue("c");
        assertThat(list.nodes()).isEqualTo(1);
    }

    /** The last node is dead: it stays until somebody joins behind it, and only then. */
    @Test
    void deadLastNodeGoesWithTheNextArrival() {
        queue.putAsync("a");
        for (int i = 0; i < 100; i++) {
            queue.putAsync("never").cancel(true);
            assertThat(list.nodes()).as("head, the waiting put, the dead last").isEqualTo(3);
        }
        assertThat(queue.poll()).isEqualTo("a");
        assertThat(queue.poll()).isNull();
    }
}
