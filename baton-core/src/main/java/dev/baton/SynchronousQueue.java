package dev.baton;

import dev.baton.internal.park.StackRoom;
import dev.baton.internal.transfer.DualList;
import dev.baton.internal.transfer.DualQueue;
import dev.baton.internal.transfer.DualStack;
import dev.baton.internal.transfer.TransferNode;
import dev.baton.internal.transfer.TransferWait;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serial;
import java.io.Serializable;
import java.time.Duration;
import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A {@link BlockingQueue} without any capacity: every put waits for a take and every take for a put. It keeps the
 * whole API of {@link java.util.concurrent.SynchronousQueue}, and adds {@link #putAsync} and {@link #takeAsync}.
 *
 * <p><b>Fairness.</b> A fair queue answers waiting requests strictly in the order in which they joined, whoever
 * waits: platform thread, virtual thread or future. An unfair one, the default, prefers the request that came
 * last, whose thread is the likeliest to have warm caches.
 *
 * <p><b>Timeout, interrupt, cancel.</b> An element is at every moment either still the producer's or one
 * consumer's. An abort that comes before a counterpart withdraws the request and nothing was handed over. One that
 * comes after has lost: the operation returns as if it had not happened, and an interrupt stays pending in the
 * thread's status. Aborted requests do not pile up, however many come while others go on waiting.
 *
 * <p><b>Memory effects.</b> What a thread did before it handed over an element happens-before what another does
 * after receiving it; and what the consumer did before its call happens-before what the producer does after its
 * call has succeeded.
 *
 * <p><b>Progress.</b> Lock-free apart from the waiting itself: no thread's delay keeps two others from meeting, and
 * a waiting thread looks at nothing but its own request.
 *
 * <p><b>Cost.</b> A transfer costs a few atomic operations and one small object. Aborting a request takes constant
 * time in a fair queue and amortized constant time in an unfair one. A thread that waits spins briefly, then parks.
 * A virtual thread spins only while that has lately paid in this queue, and parks now and then
 * even so, since it holds its carrier.
 *
 * @param <E> the type of elements
 */
public class SynchronousQueue<E> extends AbstractQueue<E> implements BlockingQueue<E>, Serializable {
    @Serial
    private static final long serialVersionUID = 1;

    /** Looks at the request before a thread parks: about as long as a few hand-offs take. */
    private static final int SPINS = 128;
    private static final long FOREVER = Long.MAX_VALUE;

    /** Whether waiting requests are answered in the order of their arrival. */
    private final boolean fair;

    private transient DualList waiting; // not final because of deserialization, as the next one
    private transient TransferWait wait;

    /** Creates a queue with the unfair policy. */
    public SynchronousQueue() {
        this(false);
    }

    /**
     * Creates a queue.
     *
     * @param fair whether waiting requests are answered in the order of their arrival
     */
    public SynchronousQueue(boolean fair) {
        this(fair, SPINS);
    }

    /** A queue whose threads look so often before they park, for tests. */
    SynchronousQueue(boolean fair, int spins) {
        this(fair, structure(fair), spins);
    }

    private static DualList structure(boolean fair) {
        return fair ? new DualQueue() : new DualStack();
    }

    /** A queue over the given structure, for tests. */
    SynchronousQueue(boolean fair, DualList waiting, int spins) {
        this.fair = fair;
        this.waiting = waiting;
        this.wait = new TransferWait(waiting, spins);
    }

    /**
     * Hands {@code element} to a consumer, waiting for one as long as it takes.
     *
     * @throws InterruptedException if the thread was interrupted before a consumer came; the element stays here
     */
    @Override
    public void put(E element) throws InterruptedException {
        transfer(Objects.requireNonNull(element), FOREVER);
    }

    /**
     * As {@link #put}, but waits up to the given time.
     *
     * @return false if none came in time; the element stays here
     * @throws InterruptedException as {@link #put}
     */
    @Override
    public boolean offer(E element, long timeout, TimeUnit unit) throws InterruptedException {
        return transfer(Objects.requireNonNull(element), unit.toNanos(timeout)) != null;
    }

    /**
     * As {@link #offer(Object, long, TimeUnit)}.
     *
     * @param element the element
     * @param timeout the longest to wait; zero or less does not wait
     * @return false if none came in time; the element stays here
     * @throws InterruptedException as {@link #put}
     */
    public boolean offer(E element, Duration timeout) throws InterruptedException {
        return offer(element, TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
    }

    /**
     * Hands {@code element} to a consumer if one is waiting.
     *
     * @return false if none was
     */
    @Override
    public boolean offer(E element) {
        return waiting.exchange(Objects.requireNonNull(element), true, null) != null;
    }

    /**
     * Receives an element, waiting for a producer as long as it takes.
     *
     * @throws InterruptedException if the thread was interrupted before a producer came
     */
    @Override
    public E take() throws InterruptedException {
        return Objects.requireNonNull(element(transfer(null, FOREVER)));
    }

    /**
     * As {@link #take}, but waits up to the given time.
     *
     * @return null if none came in time
     * @throws InterruptedException as {@link #take}
     */
    @Override
    public @Nullable E poll(long timeout, TimeUnit unit) throws InterruptedException {
        return element(transfer(null, unit.toNanos(timeout)));
    }

    /**
     * As {@link #poll(long, TimeUnit)}.
     *
     * @param timeout the longest to wait; zero or less does not wait
     * @return null if none came in time
     * @throws InterruptedException as {@link #take}
     */
    public @Nullable E poll(Duration timeout) throws InterruptedException {
        return poll(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
    }

    /**
     * Receives an element if a producer is waiting.
     *
     * @return null if none was
     */
    @Override
    public @Nullable E poll() {
        return element(waiting.exchange(null, true, null));
    }

    /**
     * The answer of a counterpart; null if the time ran out. A wait without a limit does not begin with an interrupt.
     */
    private @Nullable Object transfer(@Nullable Object element, long nanos) throws InterruptedException {
        if (nanos == FOREVER && Thread.interrupted()) {
            throw new InterruptedException();
        }
        StackRoom.require(); // for the wait, too, which goes no deeper
        Object outcome = waiting.exchange(element, nanos <= 0L, null);
        if (outcome instanceof TransferNode node) {
            outcome = nanos == FOREVER ? wait.answer(node, this) : wait.answerWithin(node, this, nanos);
        }
        if (outcome == null && (nanos == FOREVER || Thread.interrupted())) {
            throw new InterruptedException();
        }
        return outcome;
    }

    /**
     * Hands {@code element} to a consumer without blocking: the future completes, with null, when one has received
     * it. Until then every completion of the future from outside (cancel, complete, completeExceptionally, a
     * timeout, obtrude) withdraws the element and nobody receives it any more. Once a consumer has it, such a
     * completion fails as on any completed future.
     *
     * <p>Actions that depend on the future run in the consumer's thread, or in the default executor of
     * {@code CompletableFuture} when many such completions nest.
     *
     * @param element the element
     * @return the future
     */
    public CompletableFuture<Void> putAsync(E element) {
        Objects.requireNonNull(element);
        return new TransferRequest<Void>(waiting).start(element);
    }

    /**
     * Receives an element without blocking: the future completes with it when a producer has come. Until then every
     * completion of the future from outside (cancel, complete, completeExceptionally, a timeout, obtrude) withdraws
     * the request, and no element is lost to it. Once a producer has handed over its element, such a completion
     * fails as on any completed future.
     *
     * <p>Actions that depend on the future run in the producer's thread, or in the default executor of
     * {@code CompletableFuture} when many such completions nest.
     *
     * @return the future
     */
    public CompletableFuture<E> takeAsync() {
        return new TransferRequest<E>(waiting).start(null);
    }

    @SuppressWarnings("unchecked")
    private @Nullable E element(@Nullable Object answer) {
        return (E) answer;
    }

    /** Returns zero: this queue never contains anything. */
    @Override
    public int size() {
        return 0;
    }

    /** Returns zero: this queue has no capacity. */
    @Override
    public int remainingCapacity() {
        return 0;
    }

    /** Does nothing: this queue never contains anything. */
    @Override
    public void clear() {}

    /** Returns null: an element is there only when it is taken. */
    @Override
    public @Nullable E peek() {
        return null;
    }

    /** Returns an iterator without elements. */
    @Override
    public Iterator<E> iterator() {
        return Collections.emptyIterator();
    }

    /** Moves the elements of all producers that are waiting now to {@code sink}. */
    @Override
    public int drainTo(Collection<? super E> sink) {
        return drainTo(sink, Integer.MAX_VALUE);
    }

    /** Moves the elements of at most {@code limit} producers that are waiting now to {@code sink}. */
    @Override
    @SuppressWarnings("ReferenceEquality")
    public int drainTo(Collection<? super E> sink, int limit) {
        Objects.requireNonNull(sink);
        if (sink == this) {
            throw new IllegalArgumentException("a queue cannot be drained to itself");
        }
        int moved = 0;
        for (E element; moved < limit && (element = poll()) != null; moved++) {
            sink.add(element);
        }
        return moved;
    }

    /** The number of nodes held for waiting requests, for tests of retention. */
    int nodes() {
        return waiting.nodes();
    }

    /**
     * A deserialized queue is empty.
     *
     * @param stream to read from
     * @throws IOException if the stream fails
     * @throws ClassNotFoundException if a class is missing
     */
    @Serial
    private void readObject(ObjectInputStream stream) throws IOException, ClassNotFoundException {
        stream.defaultReadObject();
        waiting = structure(fair);
        wait = new TransferWait(waiting, SPINS);
    }
}
