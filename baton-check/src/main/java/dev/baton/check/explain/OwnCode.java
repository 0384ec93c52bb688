package dev.baton.check.explain;

import dev.baton.check.program.ProgramLoader;
import java.net.URL;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tells the code that a reader wrote from the libraries it calls. The threads of a check begin in the reader's code: theirs are
 * the classes that stand in a directory, in the same jar as a class where a thread begins, or in packages with the same first
 * two names. The JDK is a library.
 */
final class OwnCode {
    private final Function<String, @Nullable URL> classFile;
    private final Set<String> roots = new HashSet<>();
    private final Set<String> jars = new HashSet<>();
    private final Map<String, Boolean> known = new HashMap<>();

    OwnCode(Function<String, @Nullable URL> classFile) {
        this.classFile = classFile;
    }

    /** A thread begins in this class. */
    void beginsIn(String className) {
        if (!isJdk(className)) {
            roots.add(root(className));
            jars.add(jar(className));
            known.clear();
        }
    }

    boolean isOwn(String className) {
        return known.computeIfAbsent(className, this::decide);
    }

    private boolean decide(String className) {
        if (isJdk(className)) {
            return false;
        }
        String jar = jar(className);
        return jar.isEmpty() || jars.contains(jar) || roots.contains(root(className));
    }

    static boolean isJdk(String className) {
        return ProgramLoader.isOfJdk(className);
    }

    private static String root(String className) {
        int first = className.indexOf('.');
        int second = first < 0 ? -1 : className.indexOf('.', first + 1);
        int end = second < 0 ? first : second;
        return end < 0 ? "" : className.substring(0, end);
    }

    /** The jar that a class comes from; empty for a directory, or if nobody knows. */
    private String jar(String className) {
        URL url = classFile.apply(className);
        String text = url == null ? "" : url.toString();
        return text.startsWith("jar:") && text.contains("!/") ? text.substring(0, text.lastIndexOf("!/")) : "";
    }
}
