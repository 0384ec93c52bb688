package dev.baton.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * What the user named on the command line, as classes to check: of a jar or a directory, those with checks in them. They are
 * found by reading class files; nothing is loaded that holds no check.
 */
final class CheckTargets {
    private static final String MODEL_CHECK = "Ldev/baton/check/api/ModelCheck;";
    private static final String JCSTRESS_TEST = "Lorg/openjdk/jcstress/annotations/JCStressTest;";

    private final List<Path> classPath = new ArrayList<>();
    private final Set<String> names = new LinkedHashSet<>();
    private final ClassLoader loader;

    CheckTargets(List<String> targets, List<Path> libraries) {
        for (Path library : libraries) {
            if (!Files.exists(library)) {
                throw new InputProblem("there is no file or directory " + library + " for the class path.");
            }
            classPath.add(library);
        }
        List<String> classes = new ArrayList<>();
        for (String target : targets) {
            if (isFile(target)) {
                Path place = Path.of(target);
                classPath.add(place);
                int before = names.size();
                scan(place);
                if (names.size() == before) {
                    throw new InputProblem(
                            "there is no @ModelCheck method and no @JCStressTest class in " + target + ".");
                }
            } else {
                classes.add(target);
            }
        }
        loader = classPath.isEmpty()
                ? CheckTargets.class.getClassLoader()
                : new URLClassLoader("checked classes", urls(), CheckTargets.class.getClassLoader());
        names.addAll(classes);
    }

    ClassLoader loader() {
        return loader;
    }

    /** The classes that hold checks, in the order in which they were named. */
    List<Class<?>> classes() {
        List<Class<?>> found = new ArrayList<>();
        for (String name : names) {
            found.add(load(name));
        }
        return found;
    }

    /** Loads a class by its name, in which a nested class may stand after a dot or a dollar. */
    private Class<?> load(String name) {
        String attempt = name;
        while (true) {
            try {
                return Class.forName(attempt, false, loader);
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

    private static boolean isFile(String target) {
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
                        look(Files.readAllBytes(file));
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
                    try (InputStream in = jar.getInputStream(entry)) {
                        look(in.readAllBytes());
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

    private void look(byte[] bytes) {
        ClassModel model;
        try {
            model = ClassFile.of().parse(bytes);
        } catch (IllegalArgumentException notAClass) {
            return;
        }
        boolean checks = has(model, JCSTRESS_TEST)
                || model.methods().stream().anyMatch(method -> has(method, MODEL_CHECK));
        if (checks) {
            names.add(model.thisClass().asInternalName().replace('/', '.'));
        }
    }

    private static boolean has(AttributedElement element, String annotation) {
        List<Annotation> all = new ArrayList<>();
        element.findAttribute(Attributes.runtimeVisibleAnnotations()).ifPresent(each -> all.addAll(each.annotations()));
        element.findAttribute(Attributes.runtimeInvisibleAnnotations())
                .ifPresent(each -> all.addAll(each.annotations()));
        return all.stream().anyMatch(each -> each.className().equalsString(annotation));
    }

    private URL[] urls() {
        return classPath.stream().map(path -> {
            try {
                return path.toUri().toURL();
            } catch (MalformedURLException impossible) {
                throw new IllegalStateException(impossible);
            }
        }).toArray(URL[]::new);
    }
}
