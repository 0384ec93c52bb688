package dev.baton;

import org.jspecify.annotations.Nullable;

/** Something that has been decided and whose owner is still to be told; see {@link Completions}. */
interface Told {
    /** The one that the same operation decided before this one. */
    @Nullable
    Told before();

    void setBefore(@Nullable Told before);

    /** What dumps show: the future of the owner, if there is one. */
    default Object shown() {
        return this;
    }

    /**
     * Tells the owner.
     *
     * @param last whether no other is told after it, so that code of a user may run on the current thread
     */
    void tell(boolean last);
}
