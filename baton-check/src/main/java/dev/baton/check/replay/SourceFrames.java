package dev.baton.check.replay;

import dev.baton.check.program.ProgramLoader;
import java.util.ArrayList;
import java.util.List;

/** Stack frames as the source has them: without those of the checker, and with the JDK's classes under their own names. */
final class SourceFrames {
    /** Where the checker keeps its copies of the JDK's classes. */
    private static final String COPIES = "baton.jdk.";
    private static final List<String> CHECKER = List.of("dev.baton.check.replay.", "dev.baton.check.explore.",
            "dev.baton.check.api.", "jdk.internal.vm.");
    private static final List<String> FRAMEWORK = List.of("java.lang.reflect.", "jdk.internal.reflect.",
            "java.lang.invoke.", "org.junit.", "org.opentest4j.", "org.assertj.", "org.hamcrest.");
    private static final int MOST = 12;

    private SourceFrames() {}

    /** All frames of the program, innermost first. */
    static List<StackTraceElement> of(StackTraceElement[] frames) {
        List<StackTraceElement> shown = new ArrayList<>();
        for (StackTraceElement frame : frames) {
            if (!startsWith(frame, CHECKER) || isProgram(frame)) {
                shown.add(new StackTraceElement(undo(frame.getClassName()), frame.getMethodName(), frame.getFileName(),
                        frame.getLineNumber()));
            }
        }
        return shown;
    }

    /** Those that a reader wants of an exception: no reflection, no test framework, and not too many. */
    static List<StackTraceElement> ofUser(StackTraceElement[] frames) {
        List<StackTraceElement> shown = new ArrayList<>(of(frames));
        shown.removeIf(frame -> startsWith(frame, FRAMEWORK));
        while (!shown.isEmpty() && shown.getLast().getClassName().startsWith("java.")) {
            shown.removeLast(); // what the thread itself begins with
        }
        return shown.subList(0, Math.min(MOST, shown.size()));
    }

    /** The class is a copy of one of the JDK's, or stands in for it. */
    static boolean isOfTheJdk(String className) {
        return className.startsWith(COPIES);
    }

    /** A text with the JDK's names in it. */
    static String undo(String text) {
        return text.replace(COPIES, "").replace(COPIES.replace('.', '/'), "");
    }

    private static boolean startsWith(StackTraceElement frame, List<String> packages) {
        return packages.stream().anyMatch(frame.getClassName()::startsWith);
    }

    /** Code under check that lives in a package of the checker, as its own tests do: rewritten, so it has a named loader. */
    private static boolean isProgram(StackTraceElement frame) {
        return ProgramLoader.NAME.equals(frame.getClassLoaderName());
    }
}
