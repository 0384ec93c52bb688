package dev.baton.check.replay;

import dev.baton.check.program.UnmodelledException;
import java.lang.reflect.Executable;
import java.util.List;

/** Calls out of the rewritten world: what they are given must not be shared, or the check ends. */
public final class ForeignHooks {
    private ForeignHooks() {}

    /** A call that cannot be modelled. */
    public static void unmodelled(int site) {
        SimThread self = Strand.currentOrNull();
        if (self != null && self.setupDepth == 0) {
            throw self.fail("this call cannot be modelled", site);
        }
    }

    /** A call that would end or change the checker itself: refused in the set-up too. */
    public static void forbidden(int site) {
        SimThread self = Strand.currentOrNull();
        String message = "no check may make this call";
        if (self != null) {
            throw self.fail(message, site);
        }
        throw new UnmodelledException(SetUp.where(site) + message);
    }

    /** A call that names a class which the program has in the place of one of the JDK's: refused in the set-up too. */
    public static void foreignType(int site) {
        SimThread self = Strand.currentOrNull();
        String message = "hands one of the program's builders, collections or random generators to code out of the"
                + " checker's sight, which takes the JDK's own only";
        if (self != null) {
            throw self.fail(message, site);
        }
        throw new UnmodelledException(SetUp.where(site) + message);
    }

    /** A native method of the program: refused in the set-up too, and whatever the program would catch. */
    public static void nativeCode(String what) {
        List<StackTraceElement> frames = SourceFrames.of(new Throwable().getStackTrace());
        String caller = frames.size() < 2 ? "" : frames.get(1) + " ";
        String message = caller + what + ": native code cannot be modelled";
        SimThread self = Strand.currentOrNull();
        if (self != null) {
            throw self.fail(message);
        }
        throw new UnmodelledException(message);
    }

    /** A call on a stream: what the program prints is kept, any other stream is an object of the JDK. */
    public static void printing(Object receiver, int site) {
        if (!(receiver instanceof Output)) {
            foreignCall(receiver, site);
        }
    }

    /** A method reference that would run unseen; refused in the set-up too, where most are made. */
    public static void unmodelledReference(String what) {
        SimThread self = Strand.currentOrNull();
        String message = "this method reference cannot be modelled: " + what;
        if (self != null) {
            throw self.fail(message);
        }
        throw new UnmodelledException(message);
    }

    /** A call on an object of the JDK: its state is seen by nobody but this thread, or the check ends. */
    public static void foreignCall(Object receiver, int site) {
        SimThread self = Strand.currentOrNull();
        if (self == null || self.setupDepth > 0 || receiver == null) {
            return;
        }
        Class<?> unseen = receiver instanceof Tagged
                ? Foreign.unseenPart(receiver.getClass())
                : Foreign.of(receiver) == Foreign.MUTABLE ? receiver.getClass() : null;
        if (unseen != null) {
            if (self.tags.isOpen(receiver) && !Foreign.isTolerated(receiver)) {
                throw self.fail(Foreign.describe("uses", receiver, unseen), site);
            }
            self.effects.act();
        } else if (receiver instanceof Executable) {
            HandleMakers.invoking(self, receiver, site);
        }
    }

    /** An array handed to code that is not rewritten. */
    public static void foreignArray(Object array, int site) {
        if (array != null && Hooks.isShared(array)) {
            SimThread self = Strand.current();
            Tag tag = self.tags.of(array);
            if (tag.open) {
                throw self.fail("hands an array that other threads can reach to code out of the checker's sight",
                        site);
            }
            self.births.lend(tag);
        }
    }

    /** What a call that only reads an array is given: if others can reach it, a copy, each element read in a step. */
    public static Object snapshot(Object array, int site) {
        return array != null && Hooks.isShared(array) && Strand.current().tags.isOpen(array)
                ? PlainCalls.clone(array, site)
                : array;
    }

    /** Where rewritten code calls the code that stands in for the JDK's. */
    public static void calling(int site) {
        SimThread self = Strand.currentOrNull();
        if (self != null) {
            self.callerSite = site;
        }
    }
}
