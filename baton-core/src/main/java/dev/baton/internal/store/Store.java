package dev.baton.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * Elements of a bag that no request waits for. The bag's counter says how many there are before they are in
 * here, so a retrieval may come before its insertion: it then marks the place as broken, and both start over from
 * the counter.
 * <p>
 * <b>Memory.</b> A put prepares its element before its first step, and only that may fail for want of memory. Where an
 * insertion or a retrieval still needs some, it waits for it, or for the thread that will bring what it needs.
 *
 * @param <E> the elements
 */
public interface Store<E> {
    /** What a later {@link #prepare} needs besides the element; null if nothing. */
    @Nullable
    Object spare();

    /** Makes an element ready to be stored, with the spare that was made for it. */
    Object prepare(@Nullable Object spare, E element);

    /** The element that was prepared. */
    E elementOf(Object prepared);

    /** Stores an element; false if a retrieval gave up on it, in which case the element is not stored. */
    boolean tryInsert(Object prepared);

    /** Retrieves an element as it was prepared, or returns null, in which case one insertion fails. */
    @Nullable
    Object tryRetrieve();
}
