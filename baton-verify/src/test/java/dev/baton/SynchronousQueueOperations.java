package dev.baton;

import java.util.concurrent.CompletableFuture;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jspecify.annotations.Nullable;

/**
 * The paper's specification of a synchronous queue: a partial operation is split into a request, any number of
 * follow-ups that tell whether it has been answered, and an abort. Each thread has one request of either kind open at a
 * time. Run sequentially, the queue itself is the specification; the random walks of the core's tests hold it to an
 * independent model.
 */
public abstract class SynchronousQueueOperations {
    private static final int NOTHING = 0;
    private static final int PENDING = -1;
    private static final int ABORTED = -2;
    private static final int HANDED_OVER = -3;
    private static final int NO_REQUEST = -4;

    private final SynchronousQueue<Integer> queue;
    private final @Nullable RequestFuture<?>[] requests = new RequestFuture<?>[6];

    SynchronousQueueOperations(boolean fair) {
        queue = new SynchronousQueue<>(fair);
    }

    @Operation
    public boolean offer(@Param(gen = IntGen.class, conf = "1:9") int element) {
        return queue.offer(element);
    }

    @Operation
    public int poll() {
        Integer element = queue.poll();
        return element == null ? NOTHING : element;
    }

    @Operation
    public boolean requestPut(@Param(gen = ThreadIdGen.class) int thread,
            @Param(gen = IntGen.class, conf = "1:9") int element) {
        return request(thread, queue::putAsync, element);
    }

    @Operation
    public boolean requestTake(@Param(gen = ThreadIdGen.class) int thread) {
        return request(thread, ignored -> queue.takeAsync(), NOTHING);
    }

    @Operation
    public int followUp(@Param(gen = ThreadIdGen.class) int thread) {
        RequestFuture<?> request = requests[thread];
        if (request == null) {
            return NO_REQUEST;
        }
        return ((TransferRequest<?>) request.request()).isAnswered() ? close(thread, request) : PENDING;
    }

    @Operation
    public int abort(@Param(gen = ThreadIdGen.class) int thread) {
        RequestFuture<?> request = requests[thread];
        if (request == null) {
            return NO_REQUEST;
        }
        if (request.cancel(false)) {
            requests[thread] = null;
            return ABORTED;
        }
        return close(thread, request);
    }

    private interface Start {
        CompletableFuture<?> with(int element);
    }

    /** Opens a request; even if it is answered at once, only a follow-up tells. */
    private boolean request(int thread, Start start, int element) {
        if (requests[thread] != null) {
            return false;
        }
        requests[thread] = (RequestFuture<?>) start.with(element);
        return true;
    }

    private int close(int thread, RequestFuture<?> request) {
        requests[thread] = null;
        return request.join() instanceof Integer element ? element : HANDED_OVER;
    }
}
