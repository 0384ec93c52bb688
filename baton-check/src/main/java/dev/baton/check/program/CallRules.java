package dev.baton.check.program;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which calls into the JDK are replaced, which are harmless, and which cannot be modelled. */
final class CallRules {
    private CallRules() {}

    private static final String THREADS = "dev/baton/check/replay/ThreadCalls";
    private static final String PARKS = "dev/baton/check/replay/ParkCalls";
    private static final String LOCALS = "dev/baton/check/replay/LocalCalls";
    private static final String HANDLERS = "dev/baton/check/replay/Handlers";
    private static final String MONITORS = "dev/baton/check/replay/MonitorHooks";
    private static final String LOGS = "dev/baton/check/replay/LogCalls";
    private static final String WAITS = "dev/baton/check/replay/WaitingCalls";
    private static final String FIELDS = "dev/baton/check/replay/FieldCalls";
    private static final String MAKERS = "dev/baton/check/replay/HandleMakers";
    private static final String TRAITS = "dev/baton/check/replay/ThreadTraits";
    private static final String TEXTS = "dev/baton/check/replay/TextCalls";
    private static final String EXITS = "dev/baton/check/replay/ExitCalls";
    private static final String DATES = "dev/baton/check/replay/DateCalls";
    private static final String VALUES = "dev/baton/check/replay/PlainCalls";

    private static final String HANDLER = "Ljava/lang/Thread$UncaughtExceptionHandler;";

    /** The static method that stands in for a call: its class and name; it takes the site as last argument. */
    record Replacement(String owner, String name) {}

    private static final Map<String, Replacement> REPLACED = new HashMap<>();

    private static void replace(String holder, String owner, String... methods) {
        for (String method : methods) {
            REPLACED.put(owner + "." + method, new Replacement(holder, method.substring(0, method.indexOf('('))));
        }
    }

    static {
        replace(THREADS, "java/lang/Thread", "start()V", "join()V", "join(J)V", "join(JI)V",
                "join(Ljava/time/Duration;)Z", "interrupt()V", "isInterrupted()Z", "interrupted()Z",
                "currentThread()Ljava/lang/Thread;", "threadId()J", "getId()J", "isVirtual()Z", "isAlive()Z",
                "getState()Ljava/lang/Thread$State;",
                "isDaemon()Z", "setDaemon(Z)V",
                "startVirtualThread(Ljava/lang/Runnable;)Ljava/lang/Thread;");
        String loader = "Ljava/lang/ClassLoader;";
        replace(TRAITS, "java/lang/Thread", "getName()Ljava/lang/String;", "setName(Ljava/lang/String;)V",
                "getPriority()I", "setPriority(I)V", "getContextClassLoader()" + loader,
                "setContextClassLoader(" + loader + ")V", "toString()Ljava/lang/String;");
        replace(HANDLERS, "java/lang/Thread", "setUncaughtExceptionHandler(" + HANDLER + ")V",
                "getUncaughtExceptionHandler()" + HANDLER, "setDefaultUncaughtExceptionHandler(" + HANDLER + ")V",
                "getDefaultUncaughtExceptionHandler()" + HANDLER);
        replace(HANDLERS, "java/lang/Thread$UncaughtExceptionHandler",
                "uncaughtException(Ljava/lang/Thread;Ljava/lang/Throwable;)V");
        replace(HANDLERS, "java/lang/ThreadGroup", "uncaughtException(Ljava/lang/Thread;Ljava/lang/Throwable;)V");
        replace(PARKS, "java/lang/Thread", "yield()V", "onSpinWait()V", "sleep(J)V", "sleep(JI)V",
                "sleep(Ljava/time/Duration;)V");
        replace(THREADS, "java/util/concurrent/ThreadFactory", "newThread(Ljava/lang/Runnable;)Ljava/lang/Thread;");
        replace(THREADS, "java/lang/Thread$Builder", "start(Ljava/lang/Runnable;)Ljava/lang/Thread;",
                "unstarted(Ljava/lang/Runnable;)Ljava/lang/Thread;");
        replace(THREADS, "java/util/concurrent/locks/LockSupport", "getThreadId(Ljava/lang/Thread;)J");
        replace(PARKS, "java/util/concurrent/locks/LockSupport", "park()V", "park(Ljava/lang/Object;)V",
                "parkNanos(J)V", "parkNanos(Ljava/lang/Object;J)V", "parkUntil(J)V", "parkUntil(Ljava/lang/Object;J)V",
                "unpark(Ljava/lang/Thread;)V", "setCurrentBlocker(Ljava/lang/Object;)V");
        replace(PARKS, "java/lang/System", "nanoTime()J", "currentTimeMillis()J");
        replace(PARKS, "java/time/Instant", "now()Ljava/time/Instant;");
        replace(PARKS, "java/time/Clock", "millis()J", "instant()Ljava/time/Instant;");
        replace(PARKS, "java/util/concurrent/TimeUnit", "sleep(J)V");
        replace(WAITS, "baton/jdk/Waiting", "begin()I", "idle(I)V", "await(IJ)V", "isOver(J)Z", "any(I)I",
                "isWatched()Z",
                "watch()V", "refuse(Ljava/lang/String;)V", "delay(J)V", "block(Ljava/lang/Object;)V");
        replace(LOCALS, "java/lang/ThreadLocal", "get()Ljava/lang/Object;", "set(Ljava/lang/Object;)V", "remove()V");
        replace(MONITORS, "java/lang/Object", "wait()V", "wait(J)V", "wait(JI)V", "notify()V", "notifyAll()V");
        replace(MONITORS, "java/lang/Thread", "holdsLock(Ljava/lang/Object;)Z");
        replace(VALUES, "java/lang/Object", "hashCode()I");
        replace(VALUES, "java/util/Objects", "toIdentityString(Ljava/lang/Object;)Ljava/lang/String;");
        replace(VALUES, "java/lang/System", "identityHashCode(Ljava/lang/Object;)I",
                "arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V");
        replace(VALUES, "jdk/internal/reflect/Reflection", "getCallerClass()Ljava/lang/Class;");
        replace(VALUES, "java/lang/Math", "random()D");
        replace(VALUES, "java/lang/Runtime", "getRuntime()Ljava/lang/Runtime;", "availableProcessors()I",
                "maxMemory()J", "totalMemory()J", "freeMemory()J");
        replace(EXITS, "java/lang/System", "exit(I)V");
        replace(EXITS, "java/lang/Runtime", "exit(I)V", "halt(I)V");
        for (String date : List.of("LocalDate", "LocalDateTime", "LocalTime", "OffsetDateTime", "ZonedDateTime")) {
            String owner = "java/time/" + date;
            Replacement today = new Replacement(DATES, Character.toLowerCase(date.charAt(0)) + date.substring(1));
            REPLACED.put(owner + ".now()L" + owner + ";", today);
            REPLACED.put(owner + ".now(Ljava/time/ZoneId;)L" + owner + ";", today);
        }
        replace(VALUES, "java/util/UUID", "randomUUID()Ljava/util/UUID;");
        replace(TEXTS, "java/lang/String", "contentEquals(Lbaton/jdk/java/lang/StringBuffer;)Z");
        for (String builder : List.of("Lbaton/jdk/java/lang/StringBuilder;", "Lbaton/jdk/java/lang/StringBuffer;")) {
            replace(TEXTS, "java/util/regex/Matcher",
                    "appendReplacement(" + builder + "Ljava/lang/String;)Ljava/util/regex/Matcher;",
                    "appendTail(" + builder + ")" + builder);
        }
        replace("dev/baton/check/replay/Failures", "java/lang/Throwable",
                "addSuppressed(Ljava/lang/Throwable;)V",
                "initCause(Ljava/lang/Throwable;)Ljava/lang/Throwable;", "printStackTrace()V",
                "printStackTrace(Ljava/io/PrintStream;)V", "printStackTrace(Ljava/io/PrintWriter;)V",
                "setStackTrace([Ljava/lang/StackTraceElement;)V");
        replace(VALUES, "jdk/internal/access/JavaUtilConcurrentTLRAccess",
                "getThreadLocalRandomProbe()I", "advanceThreadLocalRandomProbe(I)I",
                "nextSecondaryThreadLocalRandomSeed()I");
        replace(VALUES, "jdk/internal/access/JavaLangAccess",
                "getEnumConstantsShared(Ljava/lang/Class;)[Ljava/lang/Enum;");
        replace(THREADS, "jdk/internal/access/JavaLangAccess", "currentCarrierThread()Ljava/lang/Thread;");
        replace(VALUES, "jdk/jfr/Event", "begin()V", "end()V", "commit()V", "shouldCommit()Z", "isEnabled()Z");
        for (String level : List.of("severe", "warning", "info", "config", "fine", "finer", "finest")) {
            replace(LOGS, "java/util/logging/Logger", level + "(Ljava/lang/String;)V",
                    level + "(Ljava/util/function/Supplier;)V");
        }
        replace(LOGS, "java/util/logging/Logger", "getLogger(Ljava/lang/String;)Ljava/util/logging/Logger;",
                "isLoggable(Ljava/util/logging/Level;)Z", "log(Ljava/util/logging/Level;Ljava/lang/String;)V",
                "log(Ljava/util/logging/Level;Ljava/lang/String;Ljava/lang/Object;)V",
                "log(Ljava/util/logging/Level;Ljava/lang/String;[Ljava/lang/Object;)V",
                "log(Ljava/util/logging/Level;Ljava/lang/String;Ljava/lang/Throwable;)V",
                "log(Ljava/util/logging/Level;Ljava/util/function/Supplier;)V", "log(Ljava/util/logging/LogRecord;)V");
        replace(LOGS, "java/lang/System$Logger", "isLoggable(Ljava/lang/System$Logger$Level;)Z",
                "log(Ljava/lang/System$Logger$Level;Ljava/lang/String;)V",
                "log(Ljava/lang/System$Logger$Level;Ljava/util/function/Supplier;)V",
                "log(Ljava/lang/System$Logger$Level;Ljava/lang/Object;)V",
                "log(Ljava/lang/System$Logger$Level;Ljava/lang/String;Ljava/lang/Throwable;)V",
                "log(Ljava/lang/System$Logger$Level;Ljava/lang/String;[Ljava/lang/Object;)V");
        String object = "Ljava/lang/Object;";
        for (String type : new String[]{"Boolean Z", "Byte B", "Char C", "Short S", "Int I", "Long J", "Float F",
                "Double D"}) {
            String name = type.substring(0, type.indexOf(' '));
            String kind = type.substring(type.indexOf(' ') + 1);
            replace(FIELDS, "java/lang/reflect/Field", "get" + name + "(" + object + ")" + kind,
                    "set" + name + "(" + object + kind + ")V");
        }
        replace(FIELDS, "java/lang/reflect/Field", "get(Ljava/lang/Object;)Ljava/lang/Object;",
                "set(Ljava/lang/Object;Ljava/lang/Object;)V");
        replaceHandleMakers();
    }

    /** The same for a call of the method that a class of the program overrides. */
    private static final Map<String, Replacement> REPLACED_SUPER = Map.of(
            "java/lang/ThreadGroup.uncaughtException(Ljava/lang/Thread;Ljava/lang/Throwable;)V",
            new Replacement(HANDLERS, "lastResort"));

    private static void replaceHandleMakers() {
        String named = "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/invoke/MethodHandle;";
        String typed = "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;)"
                + "Ljava/lang/invoke/MethodHandle;";
        String mode = "(Ljava/lang/invoke/VarHandle$AccessMode;Ljava/lang/invoke/MethodType;)"
                + "Ljava/lang/invoke/MethodHandle;";
        replace(MAKERS, "java/lang/invoke/MethodHandles$Lookup", "findGetter" + named, "findSetter" + named,
                "findStaticGetter" + named, "findStaticSetter" + named, "findVirtual" + typed, "findStatic" + typed,
                "findSpecial(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/Class;)"
                        + "Ljava/lang/invoke/MethodHandle;",
                "bind(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;",
                "unreflectGetter(Ljava/lang/reflect/Field;)Ljava/lang/invoke/MethodHandle;",
                "unreflectSetter(Ljava/lang/reflect/Field;)Ljava/lang/invoke/MethodHandle;",
                "unreflect(Ljava/lang/reflect/Method;)Ljava/lang/invoke/MethodHandle;",
                "unreflectSpecial(Ljava/lang/reflect/Method;Ljava/lang/Class;)Ljava/lang/invoke/MethodHandle;");
        replace(MAKERS, "java/lang/invoke/VarHandle",
                "toMethodHandle(Ljava/lang/invoke/VarHandle$AccessMode;)Ljava/lang/invoke/MethodHandle;");
        replace(MAKERS, "java/lang/invoke/MethodHandles", "varHandleInvoker" + mode, "varHandleExactInvoker" + mode,
                "arrayElementGetter(Ljava/lang/Class;)Ljava/lang/invoke/MethodHandle;",
                "arrayElementSetter(Ljava/lang/Class;)Ljava/lang/invoke/MethodHandle;");
    }

    /** All replacements, by class, method and descriptor of what they replace. */
    static Map<String, Replacement> replacements() {
        return Map.copyOf(REPLACED);
    }

    /** @param declaring the class that declares the method */
    static @Nullable Replacement replacement(String declaring, String nameAndType) {
        return REPLACED.get(declaring + "." + nameAndType);
    }

    /** What stands in for a call by {@code super}; null if the call is made as it is. */
    static @Nullable Replacement ofSuper(String declaring, String nameAndType) {
        boolean asItIs = nameAndType.startsWith("hashCode(") || declaring.equals("java/lang/Throwable");
        return REPLACED_SUPER.getOrDefault(declaring + "." + nameAndType,
                asItIs ? null : replacement(declaring, nameAndType));
    }

    /** Classes of the JDK whose methods read and write nothing that threads could share. */
    private static final Set<String> PURE = Set.of("java/lang/Object", "java/lang/String", "java/lang/Math",
            "java/lang/StrictMath", "java/lang/Integer", "java/lang/Long", "java/lang/Boolean", "java/lang/Short",
            "java/lang/Byte", "java/lang/Character", "java/lang/Float", "java/lang/Double", "java/lang/Number",
            "java/lang/Enum", "java/lang/Record", "java/lang/Class", "java/lang/Comparable", "java/lang/CharSequence",
            "java/lang/Runnable", "java/lang/AssertionError", "java/lang/Throwable", "java/util/Objects",
            "java/util/concurrent/TimeUnit", "java/util/concurrent/Callable", "java/util/Optional",
            "java/util/concurrent/Executor", "java/util/concurrent/Future", "java/util/concurrent/CompletionStage",
            "java/util/concurrent/locks/Lock", "java/util/concurrent/locks/Condition",
            "java/util/concurrent/locks/ReadWriteLock", "java/lang/Thread", "java/lang/invoke/VarHandle",
            "java/lang/invoke/MethodHandles", "java/lang/invoke/MethodHandles$Lookup", "java/lang/AutoCloseable",
            "java/time/Duration", "java/lang/Iterable", "java/lang/Thread$Builder",
            "java/lang/Thread$Builder$OfVirtual",
            "java/lang/Thread$Builder$OfPlatform", "java/lang/Void");

    private static final String[] UNMODELLED = {"java/io/", "java/nio/", "java/net/", "java/util/logging/",
            "java/lang/Process", "java/lang/Runtime", "java/sql/", "javax/", "java/rmi/",
            "java/lang/ref/Cleaner", "java/lang/Console", "java/lang/management/", "java/awt/", "java/lang/foreign/",
            "jdk/internal/access/JavaLangAccess"};

    private static final Set<String> UNMODELLED_CALLS = Set.of("java/lang/System.gc()V", "java/lang/Thread.stop()V",
            "java/lang/System.setProperty(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
            "java/util/concurrent/locks/LockSupport.getBlocker(Ljava/lang/Thread;)Ljava/lang/Object;",
            "java/lang/System.clearProperty(Ljava/lang/String;)Ljava/lang/String;",
            "java/lang/System.setProperties(Ljava/util/Properties;)V",
            "java/lang/System.getProperties()Ljava/util/Properties;",
            "java/util/Locale.setDefault(Ljava/util/Locale;)V",
            "java/util/Locale.setDefault(Ljava/util/Locale$Category;Ljava/util/Locale;)V",
            "java/util/TimeZone.setDefault(Ljava/util/TimeZone;)V",
            "java/security/Security.setProperty(Ljava/lang/String;Ljava/lang/String;)V",
            "java/security/Security.addProvider(Ljava/security/Provider;)I",
            "java/lang/Thread.activeCount()I", "java/lang/Thread.enumerate([Ljava/lang/Thread;)I",
            "java/lang/Thread.getStackTrace()[Ljava/lang/StackTraceElement;",
            "java/lang/ThreadGroup.activeCount()I", "java/lang/ThreadGroup.activeGroupCount()I",
            "java/lang/ThreadGroup.interrupt()V", "java/lang/ThreadGroup.setMaxPriority(I)V",
            "java/lang/ThreadGroup.getMaxPriority()I",
            "java/lang/ThreadGroup.enumerate([Ljava/lang/Thread;)I",
            "java/lang/ThreadGroup.enumerate([Ljava/lang/Thread;Z)I",
            "java/lang/System.load(Ljava/lang/String;)V",
            "java/lang/System.loadLibrary(Ljava/lang/String;)V", "java/lang/Thread.getAllStackTraces()Ljava/util/Map;",
            "java/util/Collection.parallelStream()Ljava/util/stream/Stream;",
            "jdk/internal/vm/SharedThreadContainer.start(Ljava/lang/Thread;)V",
            "jdk/internal/access/JavaLangAccess.start(Ljava/lang/Thread;Ljdk/internal/vm/ThreadContainer;)V");

    /** Calls that would end or change the checker itself: they are made by no part of a check. */
    private static final Set<String> FORBIDDEN_CALLS = Set.of("java/lang/System.exit(I)V", "java/lang/Runtime.exit(I)V",
            "java/lang/Runtime.halt(I)V", "java/lang/System.setOut(Ljava/io/PrintStream;)V",
            "java/lang/System.setErr(Ljava/io/PrintStream;)V", "java/lang/System.setIn(Ljava/io/InputStream;)V");

    /** The call cannot be made in the set-up either. */
    static boolean isForbidden(String owner, String nameAndType) {
        return FORBIDDEN_CALLS.contains(owner + "." + nameAndType);
    }

    /** The call prints, if the stream is that of {@code System.out} or {@code System.err}. */
    static boolean mayPrint(String owner) {
        return owner.equals("java/io/PrintStream");
    }

    private static boolean isAccess(String name) {
        return name.startsWith("get") && !name.equals("getLength") && !name.equals("getName") && !name.equals("getType")
                && !name.equals("getModifiers") || name.startsWith("set") && !name.equals("setAccessible");
    }

    static boolean isPure(String owner) {
        return PURE.contains(owner) || owner.startsWith("java/util/function/") || owner.startsWith("java/time/");
    }

    /** Methods of {@code java.util.Arrays} that write to the array, or keep it. */
    private static final Set<String> ARRAY_WRITERS = Set.of("fill", "sort", "setAll", "asList", "parallelSort",
            "parallelSetAll", "parallelPrefix", "spliterator");

    private static final String ARRAYS = "java/util/Arrays";

    /** Of {@code java.util.Arrays} what writes is code of the program, and what reads is the JDK's. */
    static boolean isLeftToTheJdk(String owner, String name) {
        return owner.equals(ARRAYS) && !ARRAY_WRITERS.contains(name);
    }

    /** The call reads the arrays that it is given, at once, and does nothing else with them. */
    static boolean onlyReadsArrays(String owner, String name) {
        return isLeftToTheJdk(owner, name)
                || owner.equals("java/lang/String") && !name.equals("getChars") && !name.equals("getBytes")
                || name.equals("of") && (owner.equals("java/util/List") || owner.equals("java/util/Set"))
                || owner.equals("java/util/Objects");
    }

    /** The call makes a new object of the JDK whose fields are final, and which holds what it is given. */
    static boolean makesImmutable(String owner, String name) {
        return switch (owner) {
            case "java/util/List", "java/util/Set" -> name.equals("of");
            case "java/util/Map" -> name.equals("of") || name.equals("ofEntries") || name.equals("entry");
            case "java/util/Optional" -> name.equals("of") || name.equals("ofNullable");
            default -> false;
        };
    }

    static boolean isUnmodelled(String owner, String nameAndType) {
        if (nameAndType.startsWith("<init>")) {
            return opens(owner, nameAndType);
        }
        for (String prefix : UNMODELLED) {
            if (owner.startsWith(prefix) && !isHarmless(owner)
                    && !nameAndType.equals("version()Ljava/lang/Runtime$Version;")) {
                return true;
            }
        }
        String name = nameAndType.substring(0, nameAndType.indexOf('('));
        return UNMODELLED_CALLS.contains(owner + "." + nameAndType) || isForbidden(owner, nameAndType)
                || name.startsWith("parallel") || owner.equals("java/util/Calendar") && name.equals("getInstance")
                || owner.equals("java/lang/reflect/Array") && isAccess(name);
    }

    /** Exceptions and interfaces within packages that otherwise do input and output. */
    private static boolean isHarmless(String owner) {
        return owner.endsWith("Exception") || owner.endsWith("Error") || owner.equals("java/io/Serializable")
                || owner.equals("java/io/Closeable") || owner.equals("java/lang/RuntimePermission")
                || owner.equals("java/lang/Runtime$Version") || IN_MEMORY.contains(owner)
                || owner.startsWith("java/nio/charset/");
    }

    /** They read and write what they are given; where it comes from and goes to is another class. */
    private static final Set<String> IN_MEMORY = Set.of("java/io/InputStream", "java/io/OutputStream", "java/io/Reader",
            "java/io/Writer", "java/io/ByteArrayInputStream", "java/io/ByteArrayOutputStream", "java/io/StringReader",
            "java/io/StringWriter", "java/io/CharArrayReader", "java/io/CharArrayWriter", "java/io/BufferedReader",
            "java/io/BufferedWriter", "java/io/BufferedInputStream", "java/io/BufferedOutputStream",
            "java/io/FilterInputStream", "java/io/FilterOutputStream", "java/io/InputStreamReader",
            "java/io/OutputStreamWriter", "java/io/DataInputStream", "java/io/DataOutputStream", "java/io/DataInput",
            "java/io/DataOutput", "java/io/LineNumberReader", "java/io/PushbackReader", "java/io/PushbackInputStream",
            "java/io/SequenceInputStream", "java/io/StreamTokenizer", "java/io/PrintWriter", "java/io/PrintStream",
            "java/io/Flushable", "java/nio/Buffer", "java/nio/ByteBuffer", "java/nio/CharBuffer",
            "java/nio/ShortBuffer", "java/nio/IntBuffer", "java/nio/LongBuffer", "java/nio/FloatBuffer",
            "java/nio/DoubleBuffer", "java/nio/ByteOrder");

    private static final Set<String> OPENING = Set.of("java/io/FileInputStream", "java/io/FileOutputStream",
            "java/io/FileReader", "java/io/FileWriter", "java/io/RandomAccessFile", "java/net/Socket",
            "java/net/ServerSocket", "java/net/DatagramSocket", "java/net/MulticastSocket",
            "java/util/GregorianCalendar");

    /** The constructor opens a file or a socket, or asks for the time. */
    private static boolean opens(String owner, String nameAndType) {
        boolean takesFile = nameAndType.startsWith("<init>(Ljava/io/File;")
                || nameAndType.startsWith("<init>(Ljava/nio/file/Path;")
                || nameAndType.startsWith("<init>(Ljava/lang/String;") && !owner.equals("java/util/Scanner");
        return OPENING.contains(owner)
                || takesFile && (owner.equals("java/io/PrintWriter") || owner.equals("java/io/PrintStream")
                        || owner.equals("java/util/Scanner") || owner.equals("java/util/Formatter"));
    }
}
