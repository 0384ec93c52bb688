package dev.baton.check.replay;

/** Implemented by every rewritten class: room for the checker's tag. */
public interface Tagged {
    Tag $batonTag();

    void $batonTag(Tag tag);
}
