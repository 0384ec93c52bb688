package dev.baton;

import dev.baton.PoolCounters.Count;
import dev.baton.PoolListener.Reason;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * What a pool counts and tells its listener. No method fails, whatever the listener throws, and none needs memory of
 * its own, so that the pool's accounts stay exact.
 */
final class PoolReports<E> {
    private final @Nullable PoolListener<? super E> listener;
    private final Consumer<? super Throwable> closeFailure;
    private final PoolCounters counters;

    PoolReports(BlockingPoolBuilder<E> builder, PoolCounters counters) {
        this.listener = builder.listener;
        this.closeFailure = builder.closeFailure;
        this.counters = counters;
    }

    void created(E element) {
        if (listener != null) {
            try {
                listener.created(element);
            } catch (Throwable failure) {
                listenerFailed(failure);
            }
        }
    }

    void creationFailed(Throwable failure) {
        counters.increment(Count.CREATION_FAILURES);
        if (listener != null) {
            try {
                listener.creationFailed(failure);
            } catch (Throwable another) {
                listenerFailed(another);
            }
        }
    }

    void invalid(E element, @Nullable Throwable refusal) {
        counters.increment(Count.INVALID);
        if (listener != null) {
            try {
                listener.invalid(element, refusal);
            } catch (Throwable failure) {
                listenerFailed(failure);
            }
        }
    }

    void closed(E element, Reason reason) {
        if (reason == Reason.EXPIRED) {
            counters.increment(Count.EXPIRED);
        } else if (reason == Reason.IDLE) {
            counters.increment(Count.IDLED_OUT);
        }
        if (listener != null) {
            try {
                listener.closed(element, reason);
            } catch (Throwable failure) {
                listenerFailed(failure);
            }
        }
    }

    void closingFailed(E element, Throwable failure) {
        counters.increment(Count.CLOSING_FAILURES);
        try {
            closeFailure.accept(failure);
            if (listener != null) {
                listener.closingFailed(element, failure);
            }
        } catch (Throwable another) {
            listenerFailed(another);
        }
    }

    void leaked(Borrowing<E> borrowing, long now) {
        counters.increment(Count.LEAKS);
        if (listener != null) {
            try {
                listener.leaked(borrowing.element(), borrowing.leak(now));
            } catch (Throwable failure) {
                listenerFailed(failure);
            }
        }
    }

    void returnedLate(Borrowing<E> borrowing, long now) {
        if (listener != null) {
            try {
                listener.returnedLate(borrowing.element(), borrowing.leak(now));
            } catch (Throwable failure) {
                listenerFailed(failure);
            }
        }
    }

    void maintenanceFailed(Throwable failure) {
        if (listener != null) {
            try {
                listener.maintenanceFailed(failure);
            } catch (Throwable another) {
                listenerFailed(another);
            }
        }
    }

    private void listenerFailed(Throwable failure) {
        reassertInterrupt(failure);
        counters.increment(Count.LISTENER_FAILURES);
    }

    static void reassertInterrupt(Throwable failure) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
    }
}
