package dev.baton.check.replay;

import dev.baton.check.program.CheckFailure;
import dev.baton.check.program.CheckerException;
import dev.baton.check.program.EnvironmentException;
import dev.baton.check.program.ProgramLoader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whose fault an exception is: of the program, of its environment, or of the checker. Asked where an exception leaves a
 * hook, where the program catches one, and where one leaves a thread or the set-up. What is not the program's ends the
 * check, even if the program would catch it.
 */
public final class Blame {
    private Blame() {}

    private static final String OWN = "dev.baton.check.";
    private static final String GATES = "dev.baton.check.replay.gate.";
    /** Parts of the checker whose exceptions are its own; those of {@code api} make the assertions of a check. */
    private static final String[] PARTS = {"replay.", "program.", "explore.", "graph.", "model.", "event.", "relax."};

    /** How the virtual machine's own messages begin. */
    private static final List<String> VIRTUAL_MACHINE_SAYS = List.of("Java heap space", "GC overhead limit",
            "Requested array size", "Metaspace", "Compressed class space", "unable to create native thread",
            "Cannot reserve", "Out of swap space", "C heap space");

    /** Whether an argument of a hook is null, or one before it. */
    public static boolean orNull(boolean before, Object argument) {
        return before || argument == null;
    }

    /**
     * An exception that leaves a hook.
     *
     * @param nullGiven whether an argument of the hook is null
     * @return what goes on into the program
     */
    public static Throwable sort(Throwable thrown, boolean nullGiven) {
        if (thrown instanceof Meant meant) {
            return meant.thrown;
        }
        if (thrown instanceof NullPointerException && nullGiven || thrown instanceof StackOverflowError
                || !(thrown instanceof CheckFailure) && isOfProgram(thrown)) {
            return thrown;
        }
        RuntimeException failure = of(thrown, loader());
        return end(failure != null ? failure : mistake(thrown));
    }

    /**
     * The program is about to handle an exception. It may handle its own, and the lack of a class or a library that it
     * can do without.
     */
    public static void caught(Object exception) {
        sort(exception);
        Failures.made(exception, 0);
    }

    private static void sort(Object exception) {
        if (!(exception instanceof Error || exception instanceof CheckFailure)
                || exception instanceof NoClassDefFoundError || exception instanceof UnsatisfiedLinkError
                || exception instanceof ExceptionInInitializerError) {
            return;
        }
        Throwable thrown = (Throwable) exception;
        RuntimeException failure = isCertain(thrown) ? of(thrown, loader()) : null;
        boolean handled = thrown instanceof LinkageError && failure instanceof EnvironmentException;
        if (failure != null && !handled) {
            throw end(failure);
        }
    }

    /** Its type says enough, without a look at its stack. */
    private static boolean isCertain(Throwable thrown) {
        return thrown instanceof CheckFailure || thrown instanceof LinkageError || thrown instanceof OutOfMemoryError
                || thrown instanceof InternalError;
    }

    /** The failure behind an exception that left a thread or the set-up; null if it is the program's own. */
    public static @Nullable RuntimeException of(Throwable thrown, @Nullable ProgramLoader loader) {
        if (thrown instanceof CheckFailure) {
            return (RuntimeException) thrown;
        }
        if (isCertain(thrown) && loader != null && loader.isMadeByProgram(thrown)) {
            return null;
        }
        if (thrown instanceof OutOfMemoryError error) {
            return isOfVirtualMachine(error)
                    ? new EnvironmentException("the memory is used up: " + thrown.getMessage(), thrown)
                    : null;
        }
        if (thrown instanceof LinkageError error && loader != null) {
            return loader.failure(error);
        }
        return thrown instanceof InternalError || isOfChecker(thrown) ? mistake(thrown) : null;
    }

    /** The failure behind an exception that ended the set-up. */
    public static RuntimeException inSetUp(Throwable thrown, ProgramLoader loader) {
        RuntimeException recorded = loader.fault();
        RuntimeException failure = recorded != null ? recorded : of(thrown, loader);
        return failure != null
                ? failure
                : new EnvironmentException("the set-up of the check threw " + thrown, thrown);
    }

    private static CheckerException mistake(Throwable thrown) {
        return new CheckerException(thrown.toString(), thrown);
    }

    /** Ends the check: the thread stops here for good; the set-up goes on, and ends in this failure whatever it does. */
    private static RuntimeException end(RuntimeException failure) {
        SimThread self = Strand.currentOrNull();
        if (self != null) {
            return self.fail(failure);
        }
        ProgramLoader loader = loader();
        if (loader != null) {
            loader.record(failure);
        }
        return failure;
    }

    private static @Nullable ProgramLoader loader() {
        SimThread self = Strand.currentOrNull();
        Image image = self != null ? self.image : SetUp.image();
        return image == null ? null : image.loader;
    }

    /** The virtual machine ran out of memory; its words tell it from an error that a program made by itself. */
    private static boolean isOfVirtualMachine(OutOfMemoryError error) {
        String message = error.getMessage();
        return message != null && VIRTUAL_MACHINE_SAYS.stream().anyMatch(message::startsWith);
    }

    /** Code of the program made it, or the JDK on its behalf. */
    private static boolean isOfProgram(Throwable thrown) {
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (!isOfJdk(frame)) {
                return !isPart(frame);
            }
        }
        return false;
    }

    /** Code of the checker made it, and it passed no gate, where it would have been asked for already. */
    private static boolean isOfChecker(Throwable thrown) {
        boolean own = false;
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (isPart(frame)) {
                own = true;
            } else if (!isOfJdk(frame)) {
                return own && !frame.getClassName().startsWith(GATES);
            }
        }
        return own;
    }

    private static boolean isOfJdk(StackTraceElement frame) {
        String module = frame.getModuleName();
        return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
    }

    private static boolean isPart(StackTraceElement frame) {
        String name = frame.getClassName();
        if (!name.startsWith(OWN) || name.startsWith(GATES)
                || ProgramLoader.NAME.equals(frame.getClassLoaderName())) {
            return false;
        }
        for (String part : PARTS) {
            if (name.startsWith(part, OWN.length())) {
                return true;
            }
        }
        return false;
    }
}
