package dev.baton.cli;

import dev.baton.check.program.UserClasses;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The bytes that a check depends on, as one number: it changes whenever a class changes that the check can reach.
 *
 * <p>A class reaches every class of the user's that some text in its class file names: types, descriptors, annotations, and
 * strings that look like the name of a class. A class that makes such names up at run time, or looks for resources, may
 * reach everything; then the whole class path counts.
 */
final class ProgramDigest {
    private static final Pattern NAMES = Pattern.compile("[\\p{javaJavaIdentifierPart}./]+");
    /** Calls by which a program can reach what none of its class files names. */
    private static final Map<String, Set<String>> REACHING = Map.of(
            "java/lang/Class", Set.of("forName", "getResource", "getResourceAsStream"),
            "java/lang/ClassLoader", Set.of("loadClass", "getResource", "getResources", "getResourceAsStream"),
            "java/util/ServiceLoader", Set.of("load", "loadInstalled"),
            "java/lang/invoke/MethodHandles$Lookup", Set.of("findClass", "defineClass", "defineHiddenClass"));

    private final UserClasses classes;
    private final List<Path> path;
    private final Map<String, ClassBytes> known = new HashMap<>();

    /**
     * What a class file holds.
     *
     * @param hash     of its bytes
     * @param mentions texts in it that may name classes, with slashes
     * @param reaches  whether it may reach more than it mentions
     */
    private record ClassBytes(String hash, Set<String> mentions, boolean reaches) {
        static final ClassBytes NONE = new ClassBytes("", Set.of(), false);
    }

    /**
     * The digests of a program's checks.
     *
     * @param classes the user's
     * @param path    where they are
     */
    ProgramDigest(UserClasses classes, List<Path> path) {
        this.classes = classes;
        this.path = List.copyOf(path);
    }

    /** What a check that begins in this class depends on; the lines are to be hashed. */
    SortedMap<String, String> of(String className) {
        SortedMap<String, String> reached = new TreeMap<>();
        Deque<String> open = new ArrayDeque<>(List.of(className.replace('.', '/')));
        boolean everything = false;
        Set<String> seen = new HashSet<>(open);
        while (!open.isEmpty()) {
            String name = open.pop();
            ClassBytes bytes = known.computeIfAbsent(name, this::read);
            if (bytes.hash().isEmpty()) {
                continue;
            }
            reached.put(name, bytes.hash());
            everything |= bytes.reaches();
            for (String mentioned : bytes.mentions()) {
                if (seen.add(mentioned)) {
                    open.push(mentioned);
                }
            }
        }
        if (everything) {
            path.forEach(place -> addAll(place, reached));
        }
        return reached;
    }

    private ClassBytes read(String name) {
        URL found = classes.findResource(name + ".class");
        if (found == null) {
            return ClassBytes.NONE;
        }
        try (InputStream in = found.openStream()) {
            byte[] bytes = in.readAllBytes();
            Set<String> mentions = new HashSet<>();
            boolean reaches = false;
            for (PoolEntry entry : ClassFile.of().parse(bytes).constantPool()) {
                if (entry instanceof Utf8Entry text) {
                    mention(text.stringValue(), mentions);
                } else if (entry instanceof MemberRefEntry call) {
                    reaches |= REACHING.getOrDefault(call.owner().asInternalName(), Set.of())
                            .contains(call.name().stringValue());
                }
            }
            return new ClassBytes(Digest.of(bytes), mentions, reaches);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (IllegalArgumentException notAClass) {
            return ClassBytes.NONE;
        }
    }

    /** Every part of a text that may name a class: itself, and within a descriptor what stands between L and semicolon. */
    private static void mention(String text, Set<String> mentions) {
        NAMES.matcher(text).results().map(each -> each.group().replace('.', '/')).forEach(name -> {
            mentions.add(name);
            for (int start = name.indexOf('L'); start >= 0; start = name.indexOf('L', start + 1)) {
                mentions.add(name.substring(start + 1));
            }
        });
    }

    private static void addAll(Path place, Map<String, String> reached) {
        try {
            if (Files.isDirectory(place)) {
                try (Stream<Path> files = Files.walk(place)) {
                    for (Path file : files.filter(Files::isRegularFile).toList()) {
                        reached.put(place.relativize(file) + " in " + place, Digest.of(Files.readAllBytes(file)));
                    }
                }
            } else {
                reached.put(String.valueOf(place), Digest.of(Files.readAllBytes(place)));
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
