package dev.baton.check.replay;

import org.jspecify.annotations.Nullable;

/** Implemented by every rewritten class: room for the checker's tag. */
public interface Tagged {
    @Nullable
    Tag $batonTag();

    void $batonTag(@Nullable Tag tag);
}
