package dev.baton.bench.peer;

import dev.baton.bench.load.Worker;
import java.util.concurrent.locks.LockSupport;
import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlin.coroutines.intrinsics.IntrinsicsKt;
import kotlinx.coroutines.sync.Mutex;
import kotlinx.coroutines.sync.MutexKt;
import kotlinx.coroutines.sync.Semaphore;
import kotlinx.coroutines.sync.SemaphoreKt;
import org.jspecify.annotations.Nullable;

/**
 * Kotlin's semaphore and mutex, used from threads: a call that suspends parks its thread until the continuation is
 * resumed. That is how Java code would use them, and the least that can be laid around them.
 */
final class KotlinGates {
    private KotlinGates() {}

    static Gate semaphore(int permits, int workers) {
        Semaphore semaphore = SemaphoreKt.Semaphore(permits, 0);
        ParkedContinuation[] continuations = ParkedContinuation.many(workers);
        return new Gate() {
            @Override
            public void enter(Worker worker) {
                ParkedContinuation continuation = continuations[worker.index()].prepare();
                continuation.await(semaphore.acquire(continuation));
            }

            @Override
            public void exit(Worker worker) {
                semaphore.release();
            }
        };
    }

    static Gate mutex(int workers) {
        Mutex mutex = MutexKt.Mutex(false);
        ParkedContinuation[] continuations = ParkedContinuation.many(workers);
        return new Gate() {
            @Override
            public void enter(Worker worker) {
                ParkedContinuation continuation = continuations[worker.index()].prepare();
                continuation.await(mutex.lock(null, continuation));
            }

            @Override
            public void exit(Worker worker) {
                mutex.unlock(null);
            }
        };
    }

    /** Continuation of a thread that parks. */
    private static final class ParkedContinuation implements Continuation<Unit> {
        private @Nullable Thread thread;
        private volatile boolean resumed;

        static ParkedContinuation[] many(int count) {
            ParkedContinuation[] all = new ParkedContinuation[count];
            for (int index = 0; index < count; index++) {
                all[index] = new ParkedContinuation();
            }
            return all;
        }

        ParkedContinuation prepare() {
            thread = Thread.currentThread();
            resumed = false;
            return this;
        }

        @SuppressWarnings("ReferenceEquality") // a marker object
        void await(@Nullable Object outcome) {
            if (outcome == IntrinsicsKt.getCOROUTINE_SUSPENDED()) {
                while (!resumed) {
                    LockSupport.park(this);
                }
            }
        }

        @Override
        public CoroutineContext getContext() {
            return EmptyCoroutineContext.INSTANCE;
        }

        @Override
        public void resumeWith(Object result) {
            resumed = true;
            LockSupport.unpark(thread);
        }
    }
}
