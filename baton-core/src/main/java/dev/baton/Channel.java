package dev.baton;

import dev.baton.internal.park.StackRoom;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * Passes elements from senders to receivers, in the order in which they were sent, until it is closed. A
 * {@link #rendezvous()} channel hands each element over; a {@link #buffered} one keeps some for later, an
 * {@link #unlimited()} one any number, and a {@link #conflated()} one only the newest.
 * <p>
 * <b>Fairness.</b> Strictly first-in, first-out among senders that wait and among receivers that wait; no newcomer overtakes
 * them.
 * <p>
 * <b>Timeout, interrupt, cancel.</b> An abort never loses an element. A send that was aborted has not sent: the element is
 * the sender's, which is told by the exception, by false, or by the future. A receive that was aborted has taken nothing. An
 * abort that comes after the decision is too late: the operation succeeds, and an interrupt stays asserted. The element
 * that a conflated channel replaces is dropped on purpose.
 * <p>
 * <b>Closing.</b> Sends that begin after {@link #close()} fail. What was sent before, by senders that still wait too, is still
 * received. After the last of it, {@link #receive} and {@link #tryReceive()} throw {@link ChannelClosedException},
 * {@link #receiveOrClosed} is empty, and iterations and streams end. With {@link #close(Throwable)} all of these throw, with
 * that cause.
 * <p>
 * <b>Memory effects.</b> What happens before the send of an element, or before the close, happens before the return from the
 * receive that gets the element or finds the channel closed.
 * <p>
 * <b>Progress.</b> Lock-free, apart from the waiting. {@link #trySend(Object)} fails only if the channel was full, and
 * {@link #tryReceive()} only if it was empty.
 * <p>
 * <b>Cost.</b> One compare-and-set for a send or a receive that does not wait; an abort takes constant time, and memory is
 * bounded by the elements and the requests that wait.
 *
 * @param <E> the elements; never null
 */
public final class Channel<E> extends ReceivingEnd<E> {
    /** Looks at a request before its thread parks: about as long as a few hand-offs take. */
    private static final int SPINS = 128;

    /** That the channel is closed, and why. */
    private record Closing(@Nullable Throwable cause) {}

    private final String kind;
    private volatile @Nullable Closing closing;

    private Channel(String kind, long capacity, boolean conflated) {
        this(kind, capacity, conflated, Tuning.DEFAULT.segmentSize(), SPINS);
    }

    /** A channel for tests and for the proof. */
    @SuppressWarnings("this-escape") // the cells keep the reference for later and call nothing now
    Channel(String kind, long capacity, boolean conflated, int segmentSize, int spins) {
        super(new ChannelCells(capacity, conflated, segmentSize), new ChannelWait(spins));
        this.kind = kind;
        cells.list(this);
    }

    /**
     * Creates a channel without a buffer: a send waits for its receive.
     *
     * @param <E> type of the elements
     * @return the channel
     */
    public static <E> Channel<E> rendezvous() {
        return new Channel<>("rendezvous", 0L, false);
    }

    /**
     * Creates a channel that keeps up to {@code capacity} elements: a send waits while so many are there.
     *
     * @param <E>      type of the elements
     * @param capacity the most elements to keep; 0 makes a {@link #rendezvous()} channel
     * @return the channel
     * @throws IllegalArgumentException if {@code capacity} is negative
     */
    public static <E> Channel<E> buffered(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("negative capacity: " + capacity);
        }
        return capacity == 0 ? rendezvous() : new Channel<>("buffered " + capacity, capacity, false);
    }

    /**
     * Creates a channel that keeps all elements: a send never waits.
     *
     * @param <E> type of the elements
     * @return the channel
     */
    public static <E> Channel<E> unlimited() {
        return new Channel<>("unlimited", ChannelRoom.UNLIMITED, false);
    }

    /**
     * Creates a channel that keeps the newest element: a send never waits, and replaces an element that no receive has taken.
     *
     * @param <E> type of the elements
     * @return the channel
     */
    public static <E> Channel<E> conflated() {
        return new Channel<>("conflated", 1L, true);
    }

    /**
     * Sends an element, waiting for room, or for a receive, as long as it takes.
     *
     * @param element the element, not null
     * @throws InterruptedException   if interrupted on entry or while waiting; the element was not sent
     * @throws ChannelClosedException if the channel is closed; the element was not sent
     */
    public void send(E element) throws InterruptedException {
        trySend(element, FOREVER);
    }

    /**
     * As {@link #send}; an interrupt is kept for later.
     *
     * @param element the element, not null
     * @throws ChannelClosedException if the channel is closed; the element was not sent
     */
    public void sendUninterruptibly(E element) {
        if (!trySend(element)) {
            Offer offer = new Offer(element, null);
            enterSend(offer);
            wait.await(offer, this, false);
            offer.vacate();
        }
    }

    /**
     * Sends an element if there is room for it or a receive waits. Never waits.
     *
     * @param element the element, not null
     * @return false if the channel is full; the element was not sent
     * @throws ChannelClosedException if the channel is closed; the element was not sent
     */
    public boolean trySend(E element) {
        Objects.requireNonNull(element);
        throwIfClosed();
        ChannelMark answer = cells.send(element);
        if (answer == ChannelMark.CLOSED) {
            throw closed();
        }
        return answer == ChannelMark.SENT;
    }

    /**
     * As {@link #send}, but waits not longer than the time given.
     *
     * @param element the element, not null
     * @param timeout the longest to wait; zero or less does not wait
     * @param unit    the unit of {@code timeout}
     * @return false if the time ran out; the element was not sent
     * @throws InterruptedException   if interrupted on entry or while waiting; the element was not sent
     * @throws ChannelClosedException if the channel is closed; the element was not sent
     */
    public boolean trySend(E element, long timeout, TimeUnit unit) throws InterruptedException {
        return trySend(element, unit.toNanos(timeout));
    }

    /**
     * As {@link #trySend(Object, long, TimeUnit)}.
     *
     * @param element the element, not null
     * @param timeout the longest to wait; zero or less does not wait
     * @return false if the time ran out; the element was not sent
     * @throws InterruptedException   if interrupted on entry or while waiting; the element was not sent
     * @throws ChannelClosedException if the channel is closed; the element was not sent
     */
    public boolean trySend(E element, Duration timeout) throws InterruptedException {
        return trySend(element, TimeUnit.NANOSECONDS.convert(timeout));
    }

    private boolean trySend(E element, long nanos) throws InterruptedException {
        Objects.requireNonNull(element);
        throwIfInterrupted();
        if (trySend(element)) {
            return true;
        }
        if (nanos <= 0L) {
            return false;
        }
        Offer offer = new Offer(element, null);
        enterSend(offer);
        return isDecidedWithin(offer, nanos);
    }

    /**
     * Sends an element as soon as there is room for it or a receive.
     *
     * @param element the element, not null
     * @return a future that completes when the element is sent; it fails with {@link ChannelClosedException} if the channel
     *         is closed. Cancelling it, or completing it in any other way, takes the element back unless it was sent
     */
    public CompletableFuture<Void> sendAsync(E element) {
        Objects.requireNonNull(element);
        ChannelRequest<Void> request = new ChannelRequest<>(this, element, sent -> {
            if (sent == ChannelMark.CLOSED) {
                throw closed();
            }
            return null;
        });
        ChannelMark answer = closingVolatile() == null ? cells.send(element) : ChannelMark.CLOSED;
        if (answer == ChannelMark.FULL) {
            return cells.enterSend(request.entering()) ? request.future() : request.answered(ChannelMark.CLOSED);
        }
        return request.answered(answer);
    }

    /**
     * Closes the channel; what was sent before is still received.
     *
     * @return false if the channel was closed already
     */
    public boolean close() {
        return close(new Closing(null));
    }

    /**
     * Closes the channel because of a failure; what was sent before is still received, and then the failure is reported.
     *
     * @param cause what receivers find as the cause of their exception, not null
     * @return false if the channel was closed already
     */
    public boolean close(Throwable cause) {
        return close(new Closing(Objects.requireNonNull(cause)));
    }

    private boolean close(Closing now) {
        StackRoom.require();
        if (!casClosing(now)) {
            return false;
        }
        cells.close();
        return true;
    }

    @Override
    public boolean isClosedForSend() {
        return closingVolatile() != null;
    }

    /** {@return the number of elements in the buffer; an estimate while others send and receive} */
    public int getSize() {
        return (int) Math.min(cells.size(), Integer.MAX_VALUE);
    }

    /** {@return the number of sends that wait, of threads and futures; an estimate while others come and go} */
    public int getSendQueueLength() {
        return cells.sendsWaiting();
    }

    /** {@return the number of receives that wait, of threads and futures; an estimate while others come and go} */
    public int getReceiveQueueLength() {
        return cells.receivesWaiting();
    }

    @Override
    public String toString() {
        return super.toString() + "[" + kind + (isClosedForSend() ? ", closed" : "") + ", Size = " + getSize()
                + ", Sends waiting = " + getSendQueueLength() + ", Receives waiting = " + getReceiveQueueLength() + "]";
    }

    private void enterSend(Offer offer) {
        if (!cells.enterSend(offer)) {
            throw closed();
        }
    }

    @Override
    @Nullable
    Throwable cause() {
        Closing seen = closingVolatile();
        return seen == null ? null : seen.cause();
    }

    private void throwIfClosed() {
        if (isClosedForSend()) {
            throw closed();
        }
    }

    private @Nullable Closing closingVolatile() {
        return closing;
    }

    private boolean casClosing(Closing now) {
        return CLOSING.compareAndSet(this, null, now);
    }

    // VarHandle mechanics
    private static final VarHandle CLOSING = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "closing",
            VarHandle.class, Channel.class, Closing.class);
}
