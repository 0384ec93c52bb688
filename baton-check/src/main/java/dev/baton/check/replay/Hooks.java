package dev.baton.check.replay;

/**
 * What rewritten code tells of its course: which accesses are steps, what is born, what changes without a step, when a
 * loop begins a turn. Outside of a check, in the set-up and on an object that no other thread can know, the rewritten
 * code does the original instruction instead of an access that is a step.
 */
@SuppressWarnings("ReferenceEquality") // which object it is, is the question here
public final class Hooks {
    private Hooks() {}

    /** Accesses are steps: a thread under check runs this code, and no class initializer. */
    public static boolean active() {
        SimThread self = Strand.current();
        return self != null && self.setupDepth == 0;
    }

    /** The access is a step: others may hold this object. */
    public static boolean isShared(Object object) {
        SimThread self = Strand.current();
        return self != null && self.setupDepth == 0 && self.isShared(object);
    }

    public static boolean isShared(Object array, int index) {
        return isShared(array);
    }

    // ---- births

    public static Tag born() {
        SimThread self = Strand.current();
        return self == null || self.setupDepth > 0 ? new Tag(-1, true) : new Tag(self.tick, false);
    }

    public static void newArray(Object array) {
        SimThread self = Strand.current();
        if (self == null || self.setupDepth > 0) {
            Image image = self != null ? self.image : SetUp.image();
            if (image != null && array != null) {
                image.adopt(array);
            }
        } else if (array != null) {
            self.runTags.computeIfAbsent(array, key -> new Tag(self.tick, false));
        }
    }

    /** Entering a class initializer: what it does belongs to the set-up. */
    public static void enterInitializer() {
        SimThread self = Strand.current();
        if (self != null) {
            self.setupDepth++;
        }
    }

    public static void leaveInitializer() {
        SimThread self = Strand.current();
        if (self != null) {
            self.setupDepth--;
        }
    }

    /** A constructor of a class with final references ends. */
    public static void freeze(Object object) {
        SimThread self = Strand.current();
        if (self != null && self.setupDepth == 0) {
            self.publisher.freeze(object);
        }
    }

    // ---- objects only this thread knows

    private static void changed(Object holder) {
        SimThread self = Strand.current();
        if (self != null && self.setupDepth == 0) {
            Tag tag = self.tag(holder);
            self.localChange(tag == null ? 0 : tag.birth);
        }
    }

    public static void localChange(Object holder) {
        if (holder != null) {
            changed(holder);
        }
    }

    public static void localChange(Object holder, int before, int after) {
        if (before != after) {
            changed(holder);
        }
    }

    public static void localChange(Object holder, long before, long after) {
        if (before != after) {
            changed(holder);
        }
    }

    public static void localChange(Object holder, float before, float after) {
        if (Float.floatToRawIntBits(before) != Float.floatToRawIntBits(after)) {
            changed(holder);
        }
    }

    public static void localChange(Object holder, double before, double after) {
        if (Double.doubleToRawLongBits(before) != Double.doubleToRawLongBits(after)) {
            changed(holder);
        }
    }

    public static void localChange(Object holder, Object before, Object after) {
        if (before != after) {
            changed(holder);
        }
    }

    // ---- loops

    public static long header(long state, int loop) {
        SimThread self = Strand.current();
        return self == null || self.setupDepth > 0 ? 0 : self.header(state, loop);
    }

    /** A turn is about to compare a counter of its loop. */
    public static void compares(int loop) {
        SimThread self = Strand.current();
        if (self != null && self.setupDepth == 0) {
            self.spins.compares(loop);
        }
    }

    public static long backEdge(long state, int how, int outcomes, int comparisons, int loop, int site) {
        SimThread self = Strand.current();
        return self == null || self.setupDepth > 0
                ? 0
                : self.backEdge(state, how, outcomes, comparisons, loop, site);
    }
}
