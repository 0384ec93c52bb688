import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import io.netty.util.AbstractReferenceCounted;
import io.netty.util.IllegalReferenceCountException;
import io.netty.util.ReferenceCounted;
import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.util.concurrent.atomic.AtomicInteger;

/** Netty: promises and their listeners, and the counts of references. */
class NettyScenarios {
    static final class Counted extends AbstractReferenceCounted {
        int data;
        int seen;
        int freed;

        @Override
        protected void deallocate() {
            seen = data;
            freed++;
        }

        @Override
        public ReferenceCounted touch(Object hint) {
            return this;
        }
    }

    @ModelCheck
    void listenerRunsOnce(Scenario scenario) {
        var promise = new DefaultPromise<Integer>(ImmediateEventExecutor.INSTANCE);
        var runs = new AtomicInteger();
        scenario.thread("setter", () -> promise.setSuccess(1));
        scenario.thread("listener", () -> promise.addListener(done -> runs.incrementAndGet()));
        scenario.finallyAssert(() -> {
            assert runs.get() == 1;
        });
    }

    @ModelCheck
    void uncancellableIsNotCancelled(Scenario scenario) {
        var promise = new DefaultPromise<Integer>(ImmediateEventExecutor.INSTANCE);
        scenario.thread("worker", () -> {
            if (promise.setUncancellable()) {
                promise.setSuccess(1);
            }
        });
        scenario.thread("canceller", () -> promise.cancel(false));
        scenario.finallyAssert(() -> {
            assert promise.isDone();
        });
    }

    @ModelCheck
    void theLastReleaseSeesAllUses(Scenario scenario) {
        var counted = new Counted();
        counted.retain();
        scenario.thread("writer", () -> {
            counted.data = 1;
            counted.release();
        });
        scenario.thread("other", () -> counted.release());
        scenario.finallyAssert(() -> {
            assert counted.freed == 1 && counted.seen == 1;
        });
    }

    @ModelCheck
    void retainedIsNotFreed(Scenario scenario) {
        var counted = new Counted();
        scenario.thread("owner", () -> counted.release());
        scenario.thread("other", () -> {
            try {
                counted.retain();
                assert counted.freed == 0;
                counted.release();
            } catch (IllegalReferenceCountException freedBefore) {
                return;
            }
        });
        scenario.finallyAssert(() -> {
            assert counted.freed == 1;
        });
    }
}
