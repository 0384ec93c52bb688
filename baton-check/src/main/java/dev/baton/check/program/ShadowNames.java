package dev.baton.check.program;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Classes of the JDK as part of the program under check: {@code java.util.concurrent} and the collections of
 * {@code java.util} are read from the running JDK, renamed into a package a class loader may define, and rewritten like any
 * other code. So atomics, locks, latches and futures behave as the JDK's own bytecode says, step by step, and a map that is
 * guarded by a lock is as any object of the program.
 */
final class ShadowNames {
    private ShadowNames() {}

    static final String PREFIX = "baton/jdk/";
    static final String PACKAGE = "baton.jdk";

    /** A name by itself or in a descriptor, not the end of a longer one. */
    private static final Pattern NAME = Pattern
            .compile("(?<=^|L|[^A-Za-z0-9_$/])java/util/((?:concurrent/(?:atomic/|locks/)?)?[A-Za-z0-9_$]+)");

    private static final String CONCURRENT = "concurrent/";

    /** Collections, with the classes nested in them; the interfaces stay, so that the rest of the JDK takes them. */
    private static final Set<String> COLLECTIONS = Set.of("AbstractCollection", "AbstractList", "AbstractMap",
            "AbstractQueue", "AbstractSequentialList", "AbstractSet", "ArrayDeque", "ArrayList", "BitSet",
            "Collections", "Comparators", "HashMap", "HashSet", "IdentityHashMap", "LinkedHashMap", "LinkedHashSet",
            "LinkedList", "PriorityQueue", "TreeMap",
            "TreeSet");

    /** Types without state of their own, which other parts of the JDK know too. */
    private static final Set<String> KEPT = Set.of("Executor", "ExecutorService", "ScheduledExecutorService", "Future",
            "Future$State", "Callable", "ThreadFactory", "Delayed", "RunnableFuture",
            "RunnableScheduledFuture", "ScheduledFuture", "BlockingQueue", "BlockingDeque", "TransferQueue",
            "ConcurrentMap", "ConcurrentNavigableMap", "CompletionService", "Flow", "Flow$Subscriber",
            "Flow$Publisher", "Flow$Subscription", "Flow$Processor", "RejectedExecutionHandler", "TimeUnit",
            "ThreadLocalRandom", "StructuredTaskScope", "locks/Lock", "locks/Condition", "locks/ReadWriteLock",
            "locks/LockSupport");

    /** The name under which a class of the JDK is part of the program, or the name itself. */
    static String map(String internalName) {
        Matcher matcher = NAME.matcher(internalName);
        return matcher.matches() && isMapped(matcher.group(1)) ? PREFIX + internalName : internalName;
    }

    private static boolean isMapped(String name) {
        if (!name.startsWith(CONCURRENT)) {
            int nested = name.indexOf('$');
            return COLLECTIONS.contains(nested < 0 ? name : name.substring(0, nested));
        }
        String concurrent = name.substring(CONCURRENT.length());
        return !KEPT.contains(concurrent) && !concurrent.endsWith("Exception") && !concurrent.startsWith("TimeUnit$");
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
        if (!text.contains("java/util/")) {
            return text;
        }
        Matcher matcher = NAME.matcher(text);
        StringBuilder renamed = new StringBuilder();
        while (matcher.find()) {
            boolean mapped = isMapped(matcher.group(1)) && !text.startsWith(PREFIX, matcher.start() - PREFIX.length());
            matcher.appendReplacement(renamed,
                    Matcher.quoteReplacement(mapped ? PREFIX + matcher.group() : matcher.group()));
        }
        return matcher.appendTail(renamed).toString();
    }
}
