package dev.baton.check.replay;

/**
 * What a run knows about one Java object. An object is local until its thread publishes it: its fields then live
 * in the Java heap and an access to it is no event. Once open, its fields live in the execution graph only.
 */
public final class Tag {
    /** Age in ticks of the thread that made it; negative for the set-up. */
    final int birth;
    /** Other threads may hold a reference. */
    boolean open;
    Shadow shadow;
    /** Values of the last flush of an object that was offered but not taken (a compare-and-set that failed). */
    long[] flushed;
    int hash;
    /** A copy as of the last freeze of a final field through which it is reached; null if there was none. */
    Object frozen;

    Tag(int birth, boolean open) {
        this.birth = birth;
        this.open = open;
    }
}
