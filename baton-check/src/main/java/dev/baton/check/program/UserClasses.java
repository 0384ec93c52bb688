package dev.baton.check.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The classes of a user's class path, as the user has them: the JDK's, then the checker's own API, then the jars and
 * directories of the path in its order. Whatever else the process that checks has on its class path is not there.
 *
 * <p>One thing is lent: JUnit's API, which {@code @ModelCheck} is written in, if the path has none. It holds assertions
 * and annotations, and is never under check.
 */
public final class UserClasses extends URLClassLoader {
    private static final String CHECKER = "dev.baton.check.";
    private static final String[] LENT = {"org.junit.jupiter.api.", "org.junit.platform.commons.", "org.opentest4j.",
            "org.apiguardian.api."};

    static {
        registerAsParallelCapable();
    }

    private final Map<Path, String> hashes = new ConcurrentHashMap<>();

    /**
     * The classes of a path.
     *
     * @param path jars and directories
     */
    public UserClasses(List<Path> path) {
        super("classes of the user", path.stream().map(UserClasses::url).toArray(URL[]::new), new CheckerApi());
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(path.toString(), e);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try {
            return super.findClass(name);
        } catch (ClassNotFoundException missing) {
            for (String lent : LENT) {
                if (name.startsWith(lent)) {
                    return UserClasses.class.getClassLoader().loadClass(name);
                }
            }
            throw missing;
        }
    }

    /**
     * The jars and directories that hold a class file of this name; the first is the one that counts.
     *
     * @param className the binary name of the class
     * @return the places, in the order of the path; none if the class is not the user's
     */
    public List<Path> places(String className) {
        String file = className.replace('.', '/') + ".class";
        List<Path> places = new ArrayList<>();
        try {
            for (URL found : Collections.list(findResources(file))) {
                place(found, file).filter(each -> !places.contains(each)).ifPresent(places::add);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return places;
    }

    private static Optional<Path> place(URL found, String file) {
        String text = found.toString();
        int inside = text.indexOf("!/");
        String root = text.startsWith("jar:") && inside > 0
                ? text.substring("jar:".length(), inside)
                : text.substring(0, text.length() - file.length());
        try {
            return Optional.of(Path.of(new URI(root)));
        } catch (URISyntaxException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * The SHA-256 of a jar, in hexadecimal digits.
     *
     * @param jar the jar
     * @return its hash; none for a directory
     */
    public Optional<String> sha256(Path jar) {
        return Files.isRegularFile(jar)
                ? Optional.of(hashes.computeIfAbsent(jar, UserClasses::hash))
                : Optional.empty();
    }

    private static String hash(Path jar) {
        try (InputStream in = Files.newInputStream(jar)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[1 << 16];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Of the checker's process, the checker alone: always this one, so that its annotations are those that it knows. */
    private static final class CheckerApi extends ClassLoader {
        private static final ClassLoader OWN = UserClasses.class.getClassLoader();

        CheckerApi() {
            super("API of the checker", ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith(CHECKER) && ProgramLoader.isOwn(OWN.getResource(name.replace('.', '/') + ".class"))) {
                return OWN.loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }

        @Override
        protected @Nullable URL findResource(String name) {
            URL found = name.startsWith(CHECKER.replace('.', '/')) ? OWN.getResource(name) : null;
            return ProgramLoader.isOwn(found) ? found : null;
        }
    }
}
