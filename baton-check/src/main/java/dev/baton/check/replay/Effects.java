package dev.baton.check.replay;

import java.util.Arrays;

/** When a thread last did what, in ticks: so a loop can tell whether a turn of it did anything. */
final class Effects {
    /** Changes of local objects beyond this are taken for what others can see. */
    private static final int MOST_LOCAL = 8192;

    /** Grows with every arrival at a loop header. */
    private int now;
    /** The last tick at which something was done that others could see. */
    private int acted;
    /** The last tick at which a free choice was made. */
    private int chose;
    /** The last tick with a step that is not just an access to an object that only this thread knows. */
    private int metOthers;
    /** Changes of objects that only this thread knows: the tick, and the birth of the object. */
    private int[] local = new int[32];
    private int localCount;

    void reset() {
        now = 1;
        acted = 0;
        chose = 0;
        metOthers = 0;
        localCount = 0;
    }

    int now() {
        return now;
    }

    int next() {
        return ++now;
    }

    /** Something is done that others can see. */
    void act() {
        acted = now;
    }

    /** A free choice is made. */
    void choose() {
        chose = now;
    }

    /** Others have to do with this step. */
    void meetOthers() {
        metOthers = now;
    }

    /** An object that only this thread knows is changed. */
    void changeLocally(int birth) {
        if (localCount + 2 > local.length) {
            if (localCount >= MOST_LOCAL) {
                acted = now;
                return;
            }
            local = Arrays.copyOf(local, localCount * 2);
        }
        local[localCount++] = now;
        local[localCount++] = birth;
    }

    /** Something was changed since then: for others, or in an object of this thread alone that is older than that. */
    boolean actedSince(int then) {
        if (acted >= then) {
            return true;
        }
        for (int i = localCount - 2; i >= 0 && local[i] >= then; i -= 2) {
            if (local[i + 1] < then) {
                return true;
            }
        }
        return false;
    }

    boolean choseSince(int then) {
        return chose >= then;
    }

    boolean metOthersSince(int then) {
        return metOthers >= then;
    }
}
