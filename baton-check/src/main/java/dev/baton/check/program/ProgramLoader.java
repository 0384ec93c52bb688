package dev.baton.check.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Loads the classes of the program under check, each rewritten; the JDK and test libraries stay as they are. */
public final class ProgramLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    /** Packages of the JDK in which others have classes, too. */
    private static final String[] SHARED_WITH_JDK = {"javax.", "jdk.", "sun.", "com.sun."};

    /** The JDK, and libraries a check calls for its assertions; they keep no state that threads share. */
    private static final String[] OUTSIDE = {"java.", "org.junit.",
            "org.assertj.", "org.opentest4j.", "org.hamcrest.", "org.apiguardian.", "org.jspecify.",
            "org.openjdk.jcstress.annotations.", "org.mockito.", "net.bytebuddy."};

    /** The name of this loader, which stack traces show. */
    public static final String NAME = "program under check";

    /** What was rewritten already of the classes that a parent has, by internal name. */
    private static final Map<ClassLoader, Map<String, RewrittenClass>> KNOWN = new WeakHashMap<>();
    /** The same for classes that tell dependencies. */
    private static final Map<ClassLoader, Map<String, RewrittenClass>> TELLING = new WeakHashMap<>();

    private final Map<String, RewrittenClass> known;
    private final Sites sites = new Sites();
    private final ClassIndex index = new ClassIndex(this::bytes);
    private final Linkage linkage = new Linkage(this::original);
    private final Makers makers = new Makers(this::original);
    private final Set<String> rewritten = ConcurrentHashMap.newKeySet();
    private static final Map<String, Boolean> OF_JDK = new ConcurrentHashMap<>();
    private final Queue<Class<?>> defined = new ConcurrentLinkedQueue<>();
    private final Queue<Class<?>> standIns = new ConcurrentLinkedQueue<>();
    private volatile @Nullable RuntimeException fault;
    private static final String OWN_CODE = String.valueOf(ProgramLoader.class.getResource("ProgramLoader.class"))
            .replace("dev/baton/check/program/ProgramLoader.class", "");

    private final boolean tellsDependencies;

    /** @throws EnvironmentException if the JVM lacks the flag that the checker needs; the message names it */
    public ProgramLoader(ClassLoader parent) {
        this(parent, false);
    }

    /**
     * The same for classes that may tell from which reads their values are computed.
     *
     * @param tellsDependencies whether they do; they run more slowly then
     */
    public ProgramLoader(ClassLoader parent, boolean tellsDependencies) {
        Internals.open(); // here, not when the class is initialized: there the message would be lost behind an Error
        super(NAME, parent);
        this.tellsDependencies = tellsDependencies;
        synchronized (KNOWN) {
            known = (tellsDependencies ? TELLING : KNOWN).computeIfAbsent(parent, each -> new ConcurrentHashMap<>());
        }
        setDefaultAssertionStatus(true);
        setPackageAssertionStatus(ShadowNames.PACKAGE, false); // as in the JDK itself
    }

    /** Its classes tell from which reads their values are computed. */
    public boolean tellsDependencies() {
        return tellsDependencies;
    }

    public Sites sites() {
        return sites;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                if (Gates.isGate(name)) {
                    return Gates.load(name);
                }
                loaded = isRewritten(name.replace('.', '/')) ? define(name) : super.loadClass(name, false);
            }
            if (resolve) {
                resolveClass(loaded);
            }
            return loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        String internalName = name.replace('.', '/');
        byte[] changed;
        try {
            changed = rewritten(internalName).withSites(sites);
        } catch (RuntimeException failure) {
            throw record(failure instanceof CheckFailure ? failure : linkage.failure(internalName, failure));
        }
        rewritten.add(internalName);
        Class<?> type = defineClass(name, changed, 0, changed.length);
        if (ShadowNames.isShadow(internalName)) {
            if (ShadowNames.isNamedStandIn(ShadowNames.original(internalName))) {
                standIns.add(type);
            }
        } else if (!isOwnCode(internalName)) {
            defined.add(type);
        }
        return type;
    }

    private RewrittenClass rewritten(String internalName) throws ClassNotFoundException {
        RewrittenClass found = known.get(internalName);
        if (found == null) {
            byte[] bytes = bytes(internalName);
            if (bytes == null) {
                throw new ClassNotFoundException(internalName.replace('/', '.'));
            }
            found = RewrittenClass.of(bytes, this, index);
            known.put(internalName, found);
        }
        return found;
    }

    /** The failure behind an error of linking classes of this loader: of the environment, or of the checker. */
    public RuntimeException failure(LinkageError error) {
        return linkage.failure(error, rewritten);
    }

    /** A method of the program made this exception: none of the virtual machine's, whatever its class says. */
    public boolean isMadeByProgram(Throwable thrown) {
        return makers.isMade(thrown);
    }

    /** Notes a failure that the program may not hide, and returns it. The first one counts. */
    public RuntimeException record(RuntimeException failure) {
        synchronized (linkage) {
            if (fault == null) {
                fault = failure;
            }
        }
        return failure;
    }

    /** The classes that were rewritten so far, without the JDK's and the checker's own. */
    public List<Class<?>> defined() {
        return List.copyOf(defined);
    }

    /** The binary names of the classes that were rewritten so far, without the JDK's and the checker's own. */
    public SortedSet<String> classes() {
        SortedSet<String> names = new TreeSet<>();
        for (String name : rewritten) {
            if (!ShadowNames.isShadow(name) && !isOwnCode(name)) {
                names.add(name.replace('/', '.'));
            }
        }
        return names;
    }

    /** The classes of the JDK in whose place the program has run code of the checker, by their names in the JDK. */
    public SortedSet<String> standIns() {
        SortedSet<String> names = new TreeSet<>();
        for (Class<?> type : standIns) {
            if (!jdk.internal.misc.Unsafe.getUnsafe().shouldBeInitialized(type)) {
                names.add(type.getName().substring(ShadowNames.PREFIX.length()));
            }
        }
        return names;
    }

    /** A hash of the class file of each class that was rewritten so far, the JDK's too, by internal name. */
    public SortedMap<String, String> hashes() {
        SortedMap<String, String> hashes = new TreeMap<>();
        rewritten.forEach(name -> hashes.put(name, hash(name)));
        return hashes;
    }

    /** A hash of the class file of a class, by its internal name; empty if there is none. */
    public String hash(String internalName) {
        byte[] bytes = original(internalName);
        if (bytes == null) {
            return "";
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }

    /** The failure that was noted, or null. */
    public @Nullable RuntimeException fault() {
        return fault;
    }

    /** A class of this name is part of the program. */
    boolean isRewritten(String internalName) {
        if (ShadowNames.isShadow(internalName)) {
            return true;
        }
        String name = internalName.replace('/', '.');
        for (String prefix : OUTSIDE) {
            if (name.startsWith(prefix)) {
                return false;
            }
        }
        if (isOfJdk(internalName)) {
            return false;
        }
        return !name.startsWith("dev.baton.check.") || name.startsWith("dev.baton.check.api.live.")
                || !isOwnCode(internalName);
    }

    /** The class is the JDK's, not a user's in a package that begins like one of the JDK's. */
    public static boolean isOfJdk(String internalName) {
        String name = internalName.replace('/', '.');
        if (name.startsWith("java.")) {
            return true;
        }
        for (String prefix : SHARED_WITH_JDK) {
            if (name.startsWith(prefix)) {
                return OF_JDK.computeIfAbsent(name.replace('.', '/'), ProgramLoader::isInJdk);
            }
        }
        return false;
    }

    private static boolean isInJdk(String internalName) {
        return ClassLoader.getPlatformClassLoader().getResource(internalName + ".class") != null
                || Object.class.getResource("/" + internalName + ".class") != null;
    }

    private boolean isOwnCode(String internalName) {
        return isOwn(getParent().getResource(internalName + ".class"));
    }

    /** A class file or resource of the checker itself, in the jar or directory that this class is in. */
    static boolean isOwn(@Nullable URL found) {
        return found != null && found.toString().startsWith(OWN_CODE);
    }

    /** The class file of a name, with names of the JDK's concurrent classes replaced. */
    byte @Nullable [] bytes(String internalName) {
        byte[] bytes = original(internalName);
        return bytes != null && isRewritten(internalName) ? ShadowNames.rename(bytes) : bytes;
    }

    /** The class file of a name as the user has it, or null. */
    private byte @Nullable [] original(String internalName) {
        String original = ShadowNames.isShadow(internalName) ? ShadowNames.original(internalName) : internalName;
        if (ShadowNames.isShadow(internalName) && ShadowNames.isStoodInFor(original)) {
            return ownBytes(ShadowNames.STAND_INS + original);
        }
        try (InputStream in = isOfJdk(original)
                ? Object.class.getResourceAsStream("/" + original + ".class")
                : getParent().getResourceAsStream(original + ".class")) {
            return in == null ? fromModule(original) : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] ownBytes(String internalName) {
        try (InputStream in = ProgramLoader.class.getResourceAsStream("/" + internalName + ".class")) {
            return Objects.requireNonNull(in, internalName).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte @Nullable [] fromModule(String internalName) throws IOException {
        try (InputStream in = ClassLoader.getPlatformClassLoader().getResourceAsStream(internalName + ".class")) {
            return in == null ? null : in.readAllBytes();
        }
    }
}
