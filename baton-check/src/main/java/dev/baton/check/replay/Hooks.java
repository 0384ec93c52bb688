package dev.baton.check.replay;

import org.jspecify.annotations.Nullable;

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
        SimThread self = Strand.currentOrNull();
        return self != null && self.setupDepth == 0;
    }

    /** The access to a static field is a step. */
    public static boolean isStaticStep(int site) {
        SimThread self = Strand.currentOrNull();
        if (self != null) {
            self.initializing.needsOwner(site);
            if (self.setupDepth > 0) {
                self.initializing.field(site);
            }
        }
        return self != null && self.setupDepth == 0;
    }

    /** The thread is about to use a class that has an initializer. */
    public static void needs(Class<?> type) {
        SimThread self = Strand.currentOrNull();
        if (self != null) {
            self.initializing.needs(type);
        }
    }

    /** The access is a step: the object is traced, because others may hold it now or later. */
    public static boolean isShared(@Nullable Object object) {
        SimThread self = Strand.currentOrNull();
        if (self != null && self.setupDepth > 0) {
            self.initializing.object(object, false);
        }
        return self != null && self.setupDepth == 0 && self.tags.isTraced(object);
    }

    public static boolean isShared(Object array, int index) {
        return isShared(array);
    }

    // ---- births

    /** The line that makes the next object. */
    public static void making(int site) {
        SimThread self = Strand.currentOrNull();
        if (self != null) {
            self.births.place = site;
            Inheritance.lend(self);
        }
    }

    /** The first rewritten constructor of an object begins. */
    public static Tag born(Object object) {
        SimThread self = Strand.currentOrNull();
        if (self != null) {
            self.initializing.needs(object.getClass());
        }
        if (self == null || self.setupDepth > 0) {
            return self == null ? Tag.given() : self.initializing.made(Tag.given());
        }
        Tag tag = self.births.born(object, false);
        self.births.writeContent(tag, tag.place); // assigned before the call of the superclass's constructor
        if (object instanceof Throwable) {
            self.births.mark(tag, tag.place);
        }
        return tag;
    }

    public static void newArray(Object array, int site) {
        newArray(array, site, array != null && array.getClass().getComponentType().isArray());
    }

    /** An array that code out of sight has made, or something that is an array after all. */
    public static void gotArray(Object array, int site) {
        newArray(array, site, true);
    }

    private static void newArray(Object array, int site, boolean mayHaveContent) {
        if (array == null) {
            return;
        }
        SimThread self = Strand.currentOrNull();
        if (self == null) {
            Image image = SetUp.image();
            if (image != null) {
                image.heap.adopt(array);
            }
        } else if (self.setupDepth > 0) {
            if (self.image.heap.foreignTag(array) == null) {
                self.initializing.made(self.image.heap.adopt(array));
            }
        } else if (!self.tags.isOwn(array) && self.program.foreignTag(array) == null) {
            self.births.place = site;
            Tag tag = self.births.born(array, mayHaveContent && self.births.hasContent(array));
            self.tags.add(array, tag);
            if (mayHaveContent) {
                self.births.writeContent(tag, site);
            }
        }
    }

    /** The object was made by the set-up or by another thread: what its final fields refer to was, too. */
    public static boolean isGiven(Object object) {
        SimThread self = Strand.currentOrNull();
        return self != null && self.setupDepth == 0 && object != null && self.tags.of(object).isGiven();
    }

    /** Entering a class initializer: what it does belongs to the set-up. */
    public static void enterInitializer(Class<?> type) {
        SimThread self = Strand.currentOrNull();
        if (self != null) {
            self.setupDepth++;
            self.initializing.enter(type);
        }
    }

    public static void leaveInitializer() {
        SimThread self = Strand.currentOrNull();
        if (self != null) {
            self.setupDepth--;
            self.initializing.leave();
        }
    }

    /** A constructor ends that this class declares, which has final fields: they are final from now on. */
    public static void built(Object object, Class<?> declaring) {
        SimThread self = Strand.currentOrNull();
        if (self != null && self.setupDepth == 0) {
            self.tags.of(object).built = declaring;
        }
    }

    /** A constructor of a class with final references ends. */
    public static void freeze(Object object) {
        SimThread self = Strand.currentOrNull();
        if (self != null && self.setupDepth == 0) {
            self.publisher.freeze(object);
        }
    }

    /** A lambda or an immutable collection of the JDK was made: what it holds is in final fields of its class. */
    public static void freezeHeld(Object made) {
        SimThread self = Strand.currentOrNull();
        if (self != null && self.setupDepth == 0 && !(made instanceof Tagged)) {
            self.publisher.freezeParts(made);
        }
    }

    // ---- objects only this thread knows

    private static void changed(Object holder) {
        SimThread self = Strand.currentOrNull();
        if (self != null && self.setupDepth == 0) {
            self.effects.changeLocally(self.tags.of(holder).birth);
        } else if (self != null) {
            self.initializing.object(holder, true);
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
        SimThread self = Strand.currentOrNull();
        return self == null || self.setupDepth > 0 ? 0 : self.loops.header(state, loop);
    }

    /** A turn is about to compare a counter of its loop. */
    public static void compares(int loop) {
        SimThread self = Strand.currentOrNull();
        if (self != null && self.setupDepth == 0) {
            self.spins.compares(loop);
        }
    }

    public static long backEdge(long state, int how, int outcomes, int comparisons, int loop, int site) {
        SimThread self = Strand.currentOrNull();
        return self == null || self.setupDepth > 0
                ? 0
                : self.loops.backEdge(state, how, outcomes, comparisons, loop, site);
    }
}
