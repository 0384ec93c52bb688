package dev.baton;

import dev.baton.internal.park.ParkLoop;
import dev.baton.internal.park.StackRoom;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import org.jspecify.annotations.Nullable;

/**
 * The end of a channel at which elements are received; see {@link Channel}.
 *
 * @param <E> the elements; never null
 */
abstract class ReceivingEnd<E> implements Iterable<E> {
    static final long FOREVER = Long.MAX_VALUE;

    final ChannelCells cells;
    final ChannelWait wait;

    ReceivingEnd(ChannelCells cells, ChannelWait wait) {
        this.cells = cells;
        this.wait = wait;
    }

    /** What the channel was closed with, if it was and there is a cause. */
    @Nullable
    abstract Throwable cause();

    /** {@return whether the channel is closed: no send will succeed that begins now} */
    public abstract boolean isClosedForSend();

    /**
     * What is there now: an element, EMPTY or CLOSED. A close that is under way is finished first: a thread that was told that
     * nothing can be sent any more must not find the channel empty and open.
     */
    final Object found() {
        for (;;) {
            Object found = cells.receive();
            if (found != ChannelMark.EMPTY || !isClosedForSend()) {
                return found;
            }
            finishClose();
        }
    }

    private void finishClose() {
        StackRoom.require();
        cells.close();
    }

    final ChannelClosedException closed() {
        return new ChannelClosedException(cause());
    }

    /**
     * Receives an element, waiting for one as long as it takes.
     *
     * @return the element
     * @throws InterruptedException   if interrupted on entry or while waiting; nothing was received
     * @throws ChannelClosedException if the channel is closed and all that was sent is received
     */
    public E receive() throws InterruptedException {
        return elementOf(receive(FOREVER));
    }

    /**
     * As {@link #receive}; an interrupt is kept for later.
     *
     * @return the element
     * @throws ChannelClosedException if the channel is closed and all that was sent is received
     */
    public E receiveUninterruptibly() {
        for (;;) {
            Object found = found();
            if (found != ChannelMark.EMPTY) {
                return elementOf(found);
            }
            Offer offer = new Offer(null, null);
            if (cells.enterReceive(offer)) {
                wait.await(offer, this, false);
                offer.vacate();
                return elementOf(outcomeOf(offer));
            }
        }
    }

    /**
     * As {@link #receive}, with an empty result instead of an exception when the channel is closed.
     *
     * @return the element, or empty if the channel is closed and all that was sent is received
     * @throws InterruptedException   if interrupted on entry or while waiting; nothing was received
     * @throws ChannelClosedException if the channel was closed with a cause and all that was sent is received
     */
    public Optional<E> receiveOrClosed() throws InterruptedException {
        return optionalOf(receive(FOREVER));
    }

    final Optional<E> optionalOf(Object found) {
        return found == ChannelMark.CLOSED && cause() == null ? Optional.empty() : Optional.of(elementOf(found));
    }

    /**
     * Receives an element if no other receive waits for it. Never waits.
     *
     * @return the element, or null if the channel is empty
     * @throws ChannelClosedException if the channel is closed and all that was sent is received
     */
    public @Nullable E tryReceive() {
        Object found = found();
        return found == ChannelMark.EMPTY ? null : elementOf(found);
    }

    /**
     * As {@link #receive}, but waits not longer than the time given.
     *
     * @param timeout the longest to wait; zero or less does not wait
     * @param unit    the unit of {@code timeout}
     * @return the element, or null if the time ran out
     * @throws InterruptedException   if interrupted on entry or while waiting; nothing was received
     * @throws ChannelClosedException if the channel is closed and all that was sent is received
     */
    public @Nullable E tryReceive(long timeout, TimeUnit unit) throws InterruptedException {
        Object found = receive(unit.toNanos(timeout));
        return found == ChannelMark.EMPTY ? null : elementOf(found);
    }

    /**
     * As {@link #tryReceive(long, TimeUnit)}.
     *
     * @param timeout the longest to wait; zero or less does not wait
     * @return the element, or null if the time ran out
     * @throws InterruptedException   if interrupted on entry or while waiting; nothing was received
     * @throws ChannelClosedException if the channel is closed and all that was sent is received
     */
    public @Nullable E tryReceive(Duration timeout) throws InterruptedException {
        return tryReceive(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
    }

    /** The element, CLOSED, or EMPTY if the time ran out. */
    private Object receive(long nanos) throws InterruptedException {
        throwIfInterrupted();
        for (;;) {
            Object found = found();
            if (found != ChannelMark.EMPTY || nanos <= 0L) {
                return found;
            }
            Offer offer = new Offer(null, null);
            if (cells.enterReceive(offer)) {
                return isDecidedWithin(offer, nanos) ? outcomeOf(offer) : ChannelMark.EMPTY;
            }
        }
    }

    /**
     * Receives an element as soon as there is one.
     *
     * @return a future of the element; it fails with {@link ChannelClosedException} if the channel is closed and all that was
     *         sent is received. Cancelling it, or completing it in any other way, withdraws the request unless it has got
     *         its element
     */
    public CompletableFuture<E> receiveAsync() {
        return receiveAsync(this::elementOf);
    }

    /** As {@link #receiveAsync()}, with a result of its own. */
    final <R> CompletableFuture<R> receiveAsync(Function<Object, ? extends @Nullable R> mapping) {
        for (;;) {
            ChannelRequest<R> request = new ChannelRequest<>(this, null, mapping);
            Object found = found();
            if (found != ChannelMark.EMPTY) {
                return request.answered(found);
            }
            if (cells.enterReceive(request.entering())) {
                return request.future();
            }
        }
    }

    /** {@return whether the channel is closed and all that was sent is received} */
    public boolean isClosedForReceive() {
        if (isClosedForSend()) {
            finishClose();
        }
        return cells.peek() == ChannelMark.CLOSED;
    }

    /**
     * Receives all elements that are there now, without waiting. If {@code target} refuses one by an exception, that exception
     * is thrown, and the element is the caller's: the exception has an {@link UndeliveredElementException} among its suppressed
     * ones, which holds it. Those behind it stay in the channel.
     *
     * @param target what they are added to, in the order in which they were sent
     * @return how many; 0 also if the channel is closed
     */
    public int drainTo(Collection<? super E> target) {
        return drainTo(target, Integer.MAX_VALUE);
    }

    /**
     * As {@link #drainTo(Collection)}, but not more than {@code most} elements.
     *
     * @param target what they are added to, in the order in which they were sent
     * @param most   the most to receive
     * @return how many; 0 also if the channel is closed
     */
    public int drainTo(Collection<? super E> target, int most) {
        Objects.requireNonNull(target);
        int count = 0;
        while (count < most) {
            Object found = found();
            if (found instanceof ChannelMark) {
                break;
            }
            E element = elementOf(found);
            try {
                target.add(element);
            } catch (RuntimeException | Error refused) {
                refused.addSuppressed(new UndeliveredElementException(element));
                throw refused;
            }
            count++;
        }
        return count;
    }

    /**
     * Receives elements until the channel is closed. {@code hasNext} waits; an element that it has found is this iterator's.
     * If the thread is interrupted meanwhile, {@code hasNext} throws {@link CancellationException}, has received nothing,
     * and the interrupt stays asserted. After {@link Channel#close(Throwable)} it throws {@link ChannelClosedException}.
     */
    @Override
    public Iterator<E> iterator() {
        return new Iterator<>() {
            private @Nullable E next;

            @Override
            public boolean hasNext() {
                if (next == null) {
                    next = nextOrEnd();
                }
                return next != null;
            }

            @Override
            public E next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("the channel is closed");
                }
                E found = Objects.requireNonNull(next);
                next = null;
                return found;
            }
        };
    }

    /** {@return a sequential stream of the elements, until the channel is closed; it waits as an {@link #iterator} does} */
    public Stream<E> stream() {
        int traits = Spliterator.ORDERED | Spliterator.NONNULL;
        return StreamSupport.stream(new Spliterators.AbstractSpliterator<E>(Long.MAX_VALUE, traits) {
            @Override
            public boolean tryAdvance(Consumer<? super E> action) {
                E found = nextOrEnd();
                if (found == null) {
                    return false;
                }
                action.accept(found);
                return true;
            }
        }, false);
    }

    /** The next element, or null at the end. */
    private @Nullable E nextOrEnd() {
        try {
            return receiveOrClosed().orElse(null);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            CancellationException cancelled = new CancellationException("interrupted while receiving");
            cancelled.initCause(interrupt);
            throw cancelled;
        }
    }

    final boolean isDecidedWithin(Offer offer, long nanos) throws InterruptedException {
        ParkLoop.Outcome outcome = nanos == FOREVER
                ? wait.await(offer, this, true)
                : wait.awaitNanos(offer, this, nanos);
        offer.vacate();
        if (outcome == ParkLoop.Outcome.INTERRUPTED) {
            throw new InterruptedException();
        }
        return outcome == ParkLoop.Outcome.SERVED;
    }

    private static Object outcomeOf(Offer offer) {
        return Objects.requireNonNull(offer.outcome());
    }

    @SuppressWarnings("unchecked") // only elements of E are sent
    final E elementOf(Object found) {
        if (found == ChannelMark.CLOSED) {
            throw closed();
        }
        return (E) found;
    }

    static void throwIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
