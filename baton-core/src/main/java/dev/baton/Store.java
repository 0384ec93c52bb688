package dev.baton;

import org.jspecify.annotations.Nullable;

/**
 * Elements of a {@link Bag} that nobody waits for. The bag's counter says how many there are before they are in
 * here, so a retrieval may come before its insertion: it then marks the place as broken, and both start over from
 * the counter.
 *
 * @param <E> the elements
 */
interface Store<E> {
    /** Stores an element; false if a retrieval gave up on it, in which case the element is not stored. */
    boolean tryInsert(E element);

    /** Retrieves an element, or returns null, in which case one insertion fails. */
    @Nullable
    E tryRetrieve();
}
