package dev.baton.cli;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles checks that are given as source files: against the checker's API, JUnit's where the user has none, and the
 * user's class path.
 */
final class SourceCompiler {
    private static final Pattern MISSING_PACKAGE = Pattern.compile("package ([\\w.]+) does not exist");
    private static final Pattern PACKAGE = Pattern.compile("(?m)^\\s*package\\s+([\\w.]+)\\s*;");
    /** Of each library that a check can always use, one class that leads to its jar. */
    private static final List<String> LENT = List.of("org.junit.jupiter.api.Test",
            "org.opentest4j.AssertionFailedError",
            "org.junit.platform.commons.JUnitException", "org.apiguardian.api.API");

    /** The classes may use what this JDK has as a preview only if the process that runs them was started so. */
    private static final boolean PREVIEW = ManagementFactory.getRuntimeMXBean().getInputArguments()
            .contains("--enable-preview");

    private SourceCompiler() {}

    /**
     * Compiles files together.
     *
     * @param sources   the files
     * @param libraries the user's class path
     * @param classes   the directory for the classes; a copy of each source goes there, too, where traces look for it
     */
    static void compile(List<Path> sources, List<Path> libraries, Path classes) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new InputProblem("a source file needs a compiler, and this Java has none: run Baton with a JDK.");
        }
        DiagnosticCollector<JavaFileObject> messages = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(messages, Locale.ROOT,
                StandardCharsets.UTF_8)) {
            List<String> options = new ArrayList<>(List.of("-d", classes.toString(), "-g", "-proc:none", "-parameters",
                    "-classpath", join(classPath(libraries)), "-sourcepath", join(directories(sources))));
            if (PREVIEW) {
                options.addAll(List.of("--enable-preview", "--release",
                        Integer.toString(Runtime.version().feature()), "-Xlint:-preview"));
            }
            boolean compiled = compiler
                    .getTask(null, files, messages, options, null, files.getJavaFileObjectsFromPaths(sources)).call();
            if (!compiled) {
                throw failure(sources, messages.getDiagnostics());
            }
            for (Path source : sources) {
                keep(source, classes);
            }
        } catch (IOException failed) {
            throw new InputProblem("cannot compile " + join(sources) + ": " + failed.getMessage() + ".", failed);
        }
    }

    private static void keep(Path source, Path classes) throws IOException {
        Matcher named = PACKAGE.matcher(Files.readString(source));
        Path home = named.find() ? classes.resolve(named.group(1).replace('.', '/')) : classes;
        Files.createDirectories(home);
        Files.copy(source, home.resolve(String.valueOf(source.getFileName())),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }

    private static InputProblem failure(List<Path> sources, List<Diagnostic<? extends JavaFileObject>> messages) {
        List<String> lines = new ArrayList<>();
        Set<String> missing = new LinkedHashSet<>();
        long errors = 0;
        for (Diagnostic<? extends JavaFileObject> each : messages) {
            if (each.getKind() == Diagnostic.Kind.ERROR) {
                errors++;
                each.toString().lines().forEach(lines::add);
                Matcher matcher = MISSING_PACKAGE.matcher(each.getMessage(Locale.ROOT));
                if (matcher.find()) {
                    missing.add(matcher.group(1));
                }
            }
        }
        for (String name : missing) {
            String artifact = KnownArtifacts.of(name + ".");
            lines.add("The class path has no package " + name + ": add its artifact, "
                    + (artifact.isEmpty() ? "--with GROUP:ARTIFACT:VERSION." : "--with " + artifact + ":VERSION."));
        }
        return new InputProblem(join(sources) + (sources.size() == 1 ? " does" : " do") + " not compile: "
                + Sentences.count(errors, "error", "errors") + ".", lines);
    }

    private static List<Path> directories(List<Path> sources) {
        return sources.stream().map(each -> each.toAbsolutePath().getParent()).distinct().toList();
    }

    /** The checker's classes first, as when the program runs; what is lent last. */
    private static List<Path> classPath(List<Path> libraries) {
        return Stream.of(Stream.of(dev.baton.check.api.ModelCheck.class).map(SourceCompiler::place), libraries.stream(),
                LENT.stream().map(SourceCompiler::lent).map(SourceCompiler::place)).flatMap(each -> each).distinct()
                .toList();
    }

    private static Class<?> lent(String name) {
        try {
            return Class.forName(name, false, SourceCompiler.class.getClassLoader());
        } catch (ClassNotFoundException missing) {
            throw new IllegalStateException("Baton's own jars are not complete", missing);
        }
    }

    private static Path place(Class<?> type) {
        CodeSource code = type.getProtectionDomain().getCodeSource();
        try {
            return Path.of(code.getLocation().toURI());
        } catch (URISyntaxException unusable) {
            throw new IllegalStateException(unusable);
        }
    }

    private static String join(List<Path> paths) {
        return paths.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
