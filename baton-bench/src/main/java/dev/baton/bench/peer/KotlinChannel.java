package dev.baton.bench.peer;

import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlin.coroutines.intrinsics.IntrinsicsKt;
import kotlinx.coroutines.channels.BufferOverflow;
import kotlinx.coroutines.channels.Channel;
import kotlinx.coroutines.channels.ChannelKt;
import org.jspecify.annotations.Nullable;

/** Kotlin's channel, with a continuation that parks the calling thread: no dispatcher, no event loop. */
@SuppressWarnings("ReferenceEquality")
public final class KotlinChannel {
    private final Channel<Integer> channel;

    /**
     * Creates a channel.
     *
     * @param capacity elements that it keeps; 0 for a rendezvous
     */
    public KotlinChannel(int capacity) {
        this.channel = ChannelKt.Channel(capacity, BufferOverflow.SUSPEND, null);
    }

    /** Parks its thread until the suspended call is resumed. */
    private static final class Parked<T> implements Continuation<T> {
        private final Thread owner = Thread.currentThread();
        private volatile @Nullable Object result;

        @Override
        public CoroutineContext getContext() {
            return EmptyCoroutineContext.INSTANCE;
        }

        @Override
        public void resumeWith(Object outcome) {
            result = outcome;
            LockSupport.unpark(owner);
        }

        Object await(@Nullable Object returned) throws InterruptedException {
            if (returned != IntrinsicsKt.getCOROUTINE_SUSPENDED()) {
                return Objects.requireNonNull(returned);
            }
            Object outcome;
            while ((outcome = result) == null) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                LockSupport.park(this);
            }
            return outcome;
        }
    }

    public void send(Integer element) throws InterruptedException {
        Parked<Unit> parked = new Parked<>();
        parked.await(channel.send(element, parked));
    }

    public Integer receive() throws InterruptedException {
        Parked<Integer> parked = new Parked<>();
        return (Integer) parked.await(channel.receive(parked));
    }
}
