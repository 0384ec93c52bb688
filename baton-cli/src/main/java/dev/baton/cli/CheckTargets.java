package dev.baton.cli;

import dev.baton.check.program.UserClasses;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.reflect.AccessFlag;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * What the user named on the command line, as classes to check: of a jar or a directory, those with checks in them. They are
 * found by reading class files; nothing is loaded that holds no check.
 */
final class CheckTargets {
    private static final String MODEL_CHECK = "Ldev/baton/check/api/ModelCheck;";
    private static final String SPECIFICATION = "Ldev/baton/check/api/Specification;";
    private static final List<String> LINCHECK_OPERATIONS = List.of("Lorg/jetbrains/lincheck/datastructures/Operation;",
            "Lorg/jetbrains/kotlinx/lincheck/annotations/Operation;");
    private static final String JCSTRESS_TEST = "Lorg/openjdk/jcstress/annotations/JCStressTest;";

    /**
     * A place that was named and that no check comes from.
     *
     * @param place  a class file, a jar or a directory
     * @param reason why not
     */
    record Unread(String place, String reason) {}

    private final List<Path> classPath = new ArrayList<>();
    /** Of a class file, the class above it; a class with operations of Lincheck may have them from there. */
    private final Map<String, String> superclasses = new HashMap<>();
    private final Set<String> withOperations = new HashSet<>();
    private final Set<String> concrete = new LinkedHashSet<>();
    private final Set<String> found = new LinkedHashSet<>();
    private final List<String> named = new ArrayList<>();
    private final List<Unread> unread = new ArrayList<>();
    private final @Nullable UserClasses userClasses;
    private final CompiledSources sources;

    CheckTargets(List<String> targets, List<Path> libraries) {
        this(targets, libraries, CompiledSources.NONE);
    }

    CheckTargets(List<String> targets, List<Path> libraries, CompiledSources sources) {
        this.sources = sources;
        requireLibraries(libraries);
        if (sources.classes() != null) {
            add(sources.classes(), sources.names());
        }
        for (String target : targets) {
            if (!isFile(target)) {
                named.add(target);
                continue;
            }
            add(Path.of(target), target);
        }
        if (!classPath.isEmpty() && found.isEmpty() && named.isEmpty()) {
            Unread last = unread.getLast();
            throw new InputProblem(
                    "there is no @ModelCheck method, no @JCStressTest class and no @Operation in " + last.place()
                            + (unread.size() == 1
                                    ? "."
                                    : "; " + unread.getFirst().place() + " cannot be read: "
                                            + unread.getFirst().reason()
                                            + "."));
        }
        classPath.addAll(libraries);
        userClasses = classPath.isEmpty() ? null : new UserClasses(classPath);
    }

    private void add(Path place, String name) {
        classPath.add(place);
        int before = found.size();
        scan(place);
        concrete.stream().filter(this::hasOperations).forEach(each -> found.add(each.replace('/', '.')));
        if (found.size() == before) {
            unread.add(
                    new Unread(name, "there is no @ModelCheck method, no @JCStressTest class and no @Operation in it"));
        }
    }

    /** What the user names for the class path must be there, and be what it should be. */
    static void requireLibraries(List<Path> libraries) {
        for (Path library : libraries) {
            if (!Files.exists(library)) {
                throw new InputProblem("there is no file or directory " + library + " for the class path.");
            }
            requireArchive(library);
        }
    }

    /** A file on the class path that is no jar would be passed over in silence. */
    private static void requireArchive(Path library) {
        if (Files.isRegularFile(library)) {
            try (ZipFile jar = new ZipFile(library.toFile())) {
                jar.size();
            } catch (IOException noArchive) {
                throw new InputProblem("cannot read " + library + ": it is neither a directory nor a jar ("
                        + noArchive.getMessage() + ").", noArchive);
            }
        }
    }

    /** The loader of the classes as they are; of Baton's own, if no other is named. */
    ClassLoader loader() {
        return userClasses == null ? CheckTargets.class.getClassLoader() : userClasses;
    }

    /** The user's classes; null if there is no class path. */
    @Nullable
    UserClasses userClasses() {
        return userClasses;
    }

    /** Where the user's classes are, in their order. */
    List<Path> classPath() {
        return classPath;
    }

    /** The source files among the targets. */
    CompiledSources sources() {
        return sources;
    }

    /** The places that no check comes from. */
    List<Unread> unread() {
        return unread;
    }

    /** The names of classes with checks that were found in jars and directories. */
    Set<String> found() {
        return found;
    }

    /** The classes that were named themselves. */
    List<Class<?>> named() {
        return named.stream().<Class<?>>map(this::load).toList();
    }

    /** All classes, in the order in which they were found and named. */
    List<Class<?>> classes() {
        List<Class<?>> classes = new ArrayList<>();
        for (String name : found) {
            classes.add(load(name));
        }
        classes.addAll(named());
        return classes;
    }

    /** Loads a class by its name, in which a nested class may stand after a dot or a dollar. */
    private Class<?> load(String name) {
        String attempt = name;
        while (true) {
            try {
                return Class.forName(attempt, false, loader());
            } catch (ClassNotFoundException missing) {
                int dot = attempt.lastIndexOf('.');
                if (dot < 0) {
                    throw new InputProblem(
                            "there is no class '" + name + "' on the class path; name a directory or a jar, "
                                    + "or add one with --classpath.",
                            missing);
                }
                attempt = attempt.substring(0, dot) + "$" + attempt.substring(dot + 1);
            } catch (LinkageError broken) {
                throw new InputProblem("the class '" + name + "' cannot be loaded: " + broken.getMessage() + ".",
                        broken);
            }
        }
    }

    /** Whether a target is a file or directory; else it is the name of a class. */
    static boolean isFile(String target) {
        boolean looksLikeOne = target.contains("/") || target.contains(File.separator)
                || target.toLowerCase(Locale.ROOT).endsWith(".jar");
        try {
            if (Files.exists(Path.of(target))) {
                return true;
            }
        } catch (InvalidPathException notAPath) {
            return false;
        }
        if (looksLikeOne) {
            throw new InputProblem("there is no file or directory " + target + ".");
        }
        return false;
    }

    private void scan(Path place) {
        try {
            if (Files.isDirectory(place)) {
                try (Stream<Path> files = Files.walk(place)) {
                    for (Path file : files.filter(each -> each.toString().endsWith(".class"))
                            .sorted(Comparator.comparing(Path::toString)).toList()) {
                        look(file.toString(), place.relativize(file).toString(), Files.readAllBytes(file));
                    }
                }
                return;
            }
            if (place.toString().endsWith(".class")) {
                throw new InputProblem(place + " is a class file: name its class and add its root directory with "
                        + "--classpath, or name that directory.");
            }
            try (ZipFile jar = new ZipFile(place.toFile())) {
                for (ZipEntry entry : jar.stream().map(ZipEntry.class::cast)
                        .filter(each -> each.getName().endsWith(".class")
                                && !each.getName().startsWith("META-INF/"))
                        .sorted(Comparator.comparing(ZipEntry::getName)).toList()) {
                    String file = place + "!/" + entry.getName();
                    try (InputStream in = jar.getInputStream(entry)) {
                        look(file, entry.getName(), in.readAllBytes());
                    } catch (IOException unreadable) {
                        unread.add(new Unread(file, "it cannot be read: " + unreadable.getMessage()));
                    }
                }
            }
        } catch (ZipException noArchive) {
            throw new InputProblem(
                    "cannot read " + place + ": it is neither a directory nor a jar (" + noArchive.getMessage() + ").",
                    noArchive);
        } catch (AccessDeniedException denied) {
            throw new InputProblem("cannot read " + denied.getFile() + ": permission denied.", denied);
        } catch (UncheckedIOException unreadable) {
            throw new InputProblem("cannot read " + place + ": " + unreadable.getMessage() + ".",
                    unreadable);
        } catch (IOException unreadable) {
            throw new InputProblem("cannot read " + place + ": " + unreadable.getMessage() + ".", unreadable);
        }
    }

    private boolean hasOperations(String name) {
        String above = superclasses.get(name);
        return withOperations.contains(name) || (above != null && hasOperations(above));
    }

    private void look(String file, String path, byte[] bytes) {
        try {
            ClassModel model = ClassFile.of().parse(bytes);
            boolean checks = has(model, JCSTRESS_TEST) || has(model, SPECIFICATION)
                    || model.methods().stream().anyMatch(method -> has(method, MODEL_CHECK));
            String name = model.thisClass().asInternalName();
            remember(model, name, path);
            if (checks && !path.replace(File.separatorChar, '/').equals(name + ".class")) {
                unread.add(new Unread(file, "it holds the class " + name.replace('/', '.')
                        + ", which cannot be loaded from this place; name the directory that its package begins in"));
            } else if (checks) {
                found.add(name.replace('/', '.'));
            }
        } catch (IllegalArgumentException notAClass) {
            unread.add(new Unread(file, "no class file that this JDK can read: " + notAClass.getMessage()));
        }
    }

    /** Of classes with operations of Lincheck those count that are not abstract. */
    private void remember(ClassModel model, String name, String path) {
        if (model.methods().stream().anyMatch(each -> LINCHECK_OPERATIONS.stream().anyMatch(one -> has(each, one)))) {
            withOperations.add(name);
        }
        superclasses.put(name, model.superclass().map(each -> each.asInternalName()).orElse(""));
        if (!model.flags().has(AccessFlag.ABSTRACT) && path.replace(File.separatorChar, '/').equals(name + ".class")) {
            concrete.add(name);
        }
    }

    private static boolean has(AttributedElement element, String annotation) {
        List<Annotation> all = new ArrayList<>();
        element.findAttribute(Attributes.runtimeVisibleAnnotations()).ifPresent(each -> all.addAll(each.annotations()));
        element.findAttribute(Attributes.runtimeInvisibleAnnotations())
                .ifPresent(each -> all.addAll(each.annotations()));
        return all.stream().anyMatch(each -> each.className().equalsString(annotation));
    }
}
