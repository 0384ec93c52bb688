package dev.baton.check.program;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Classes of the JDK as part of the program under check: {@code java.util.concurrent}, the collections of
 * {@code java.util} and a few others are read from the running JDK, renamed into a package a class loader may define, and
 * rewritten like any other code. So atomics, locks, latches and futures behave as the JDK's own bytecode says, step by step,
 * and a map that is guarded by a lock is as any object of the program.
 *
 * <p>For some classes code of the checker stands in: it does what the JDK's class promises, in fewer steps or without native code.
 */
final class ShadowNames {
    private ShadowNames() {}

    static final String PREFIX = "baton/jdk/";
    static final String PACKAGE = "baton.jdk";

    /** Where the code is that stands in for the JDK's, below which each class has its usual name. */
    static final String STAND_INS = "dev/baton/check/jdk/";

    /** A name by itself or in a descriptor, not the end of a longer one. */
    private static final Pattern NAME = Pattern.compile("(?<=^|L|[^A-Za-z0-9_$/])"
            + "((?:java/(?:util/(?:concurrent/(?:atomic/|locks/)?|stream/(?=Collectors))?|lang/ref/|lang/(?=ScopedValue|AbstractStringBu|StringBu|SuppliedThreadLocal)"
            + "|security/(?=SecureRandom)|beans/|io/(?=ByteArray))"
            + "|jdk/internal/(?:ref|misc)/)[A-Za-z0-9_$]+)");

    private static final String CONCURRENT = "java/util/concurrent/";

    /** With the classes nested in them; the interfaces stay, so that the rest of the JDK takes them. */
    private static final Set<String> CLASSES = Set.of(
            "java/util/AbstractCollection", "java/util/AbstractList", "java/util/AbstractMap",
            "java/util/AbstractQueue", "java/util/AbstractSequentialList", "java/util/AbstractSet",
            "java/util/ArrayDeque", "java/util/ArrayList", "java/util/ArrayPrefixHelpers", "java/util/Arrays",
            "java/util/ArraysParallelSortHelpers",
            "java/util/BitSet", "java/util/Collections", "java/util/ComparableTimSort", "java/util/Comparators",
            "java/util/DualPivotQuicksort", "java/util/EnumMap", "java/util/EnumSet", "java/util/HashMap",
            "java/util/HashSet", "java/util/Hashtable", "java/util/IdentityHashMap", "java/util/JumboEnumSet",
            "java/util/LinkedHashMap", "java/util/LinkedHashSet", "java/util/LinkedList", "java/util/PriorityQueue",
            "java/util/Random",
            "java/util/RegularEnumSet", "java/util/Stack", "java/util/TimSort",
            "java/util/TreeMap",
            "java/util/stream/Collectors", "java/io/ByteArrayInputStream", "java/io/ByteArrayOutputStream",
            "java/util/TreeSet", "java/util/TaskQueue", "java/util/Timer", "java/util/TimerTask",
            "java/util/TimerThread", "java/util/Vector", "java/util/WeakHashMap", "java/beans/PropertyChangeSupport",
            "java/beans/ChangeListenerMap");

    private static final Set<String> STOOD_IN_FOR = Set.of(
            "java/lang/ref/Reference", "java/lang/ref/WeakReference", "java/lang/ref/SoftReference",
            "java/lang/ref/ReferenceQueue", "java/lang/ref/Cleaner", "jdk/internal/ref/CleanerFactory",
            "java/util/concurrent/ThreadPoolExecutor", "java/util/concurrent/RejectedExecutionHandler",
            "java/lang/ScopedValue", "java/lang/SuppliedThreadLocal", "jdk/internal/misc/ThreadFlock",
            "java/util/concurrent/ForkJoinPool",
            "java/util/concurrent/ForkJoinWorkerThread", "java/util/concurrent/DelayScheduler",
            "java/util/concurrent/LockedQueue", "java/util/concurrent/Life",
            "java/util/concurrent/PoolSettings", "java/util/concurrent/PoolState", "java/util/concurrent/TaskLine",
            "java/util/concurrent/ForkedSubmissions", "java/util/StringJoiner",
            "java/util/concurrent/ThreadPerTaskExecutor", "java/util/concurrent/ThreadLocalRandom",
            "java/security/SecureRandom", "java/lang/AbstractStringBuilder", "java/lang/StringBuilder",
            "java/lang/StringBuffer");

    /** Types without state of their own, which other parts of the JDK know too. */
    private static final Set<String> KEPT = Set.of("Executor", "Future",
            "Future$State", "Callable", "ThreadFactory", "Delayed", "RunnableFuture",
            "RunnableScheduledFuture", "ScheduledFuture", "BlockingQueue", "BlockingDeque", "TransferQueue",
            "ConcurrentMap", "ConcurrentNavigableMap", "CompletionService", "Flow", "Flow$Subscriber",
            "Flow$Publisher", "Flow$Subscription", "Flow$Processor", "TimeUnit",
            "locks/Lock", "locks/Condition", "locks/ReadWriteLock",
            "locks/LockSupport");

    /** The name under which a class of the JDK is part of the program, or the name itself. */
    static String map(String internalName) {
        Matcher matcher = NAME.matcher(internalName);
        return matcher.matches() && isMapped(matcher.group(1)) ? PREFIX + internalName : internalName;
    }

    private static boolean isMapped(String name) {
        if (!name.startsWith(CONCURRENT)) {
            return CLASSES.contains(outermost(name)) || STOOD_IN_FOR.contains(outermost(name));
        }
        String concurrent = name.substring(CONCURRENT.length());
        return !KEPT.contains(concurrent)
                && (!concurrent.endsWith("Exception") || concurrent.startsWith("StructuredTaskScope$"))
                && !concurrent.startsWith("TimeUnit$");
    }

    private static String outermost(String name) {
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    /** Code of the checker stands in for this class, or it is there for such code alone. */
    static boolean isStoodInFor(String original) {
        return STOOD_IN_FOR.contains(outermost(original))
                || !original.startsWith("java/") && !original.startsWith("jdk/");
    }

    /** Stand-ins that are there for others, or that every program has: builders of text count if they are shared. */
    private static final Set<String> UNTOLD = Set.of("java/lang/AbstractStringBuilder", "java/lang/StringBuilder",
            "java/lang/StringBuffer", "java/lang/ref/Reference", "java/lang/SuppliedThreadLocal",
            "java/util/concurrent/LockedQueue", "java/util/concurrent/Life",
            "java/util/concurrent/PoolSettings", "java/util/concurrent/PoolState", "java/util/concurrent/TaskLine",
            "java/util/concurrent/ForkedSubmissions", "java/util/concurrent/DelayScheduler",
            "java/util/concurrent/ForkJoinWorkerThread", "java/util/concurrent/RejectedExecutionHandler",
            "jdk/internal/ref/CleanerFactory");

    /** Code of the checker stands in for this class, and a reader of a result should know. */
    static boolean isNamedStandIn(String original) {
        return STOOD_IN_FOR.contains(original) && !UNTOLD.contains(original);
    }

    static boolean isShadow(String internalName) {
        return internalName.startsWith(PREFIX);
    }

    static String original(String internalName) {
        return internalName.substring(PREFIX.length());
    }

    /** Renames all references in a class file: names and descriptors are strings of its constant pool. */
    static byte[] rename(byte[] classFile) {
        return RenamedPool.rename(classFile, ShadowNames::rename);
    }

    private static String rename(String text) {
        if (!text.contains("java/") && !text.contains("jdk/")) {
            return text;
        }
        String own = text.replace(STAND_INS, PREFIX);
        Matcher matcher = NAME.matcher(own);
        StringBuilder renamed = new StringBuilder();
        while (matcher.find()) {
            boolean mapped = isMapped(matcher.group(1)) && !own.startsWith(PREFIX, matcher.start() - PREFIX.length());
            matcher.appendReplacement(renamed,
                    Matcher.quoteReplacement(mapped ? PREFIX + matcher.group() : matcher.group()));
        }
        return matcher.appendTail(renamed).toString();
    }
}
