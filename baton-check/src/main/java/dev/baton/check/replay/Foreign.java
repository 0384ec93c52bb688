package dev.baton.check.replay;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** What may be shared of the objects whose classes are not rewritten. */
enum Foreign {
    /** Compared by value: a string, a small boxed number. */
    VALUE,
    /** Nothing to see inside but itself: a bare Object, a class, a thread, an exception. */
    IDENTITY,
    /** All fields are final: a lambda, an immutable list; its parts are named with it. */
    DEEP,
    /** Its state is out of the checker's sight, so it must stay within one thread. */
    MUTABLE;

    private static final Set<String> DEEP_CLASSES = Set.of("java.util.Optional", "java.util.OptionalInt",
            "java.util.OptionalLong",
            "java.util.KeyValueHolder",
            "java.util.AbstractMap$SimpleImmutableEntry", "java.util.Collections$SingletonList",
            "java.util.Collections$SingletonSet", "java.util.Collections$SingletonMap",
            "java.lang.ref.WeakReference");

    /** A door to the JDK's inside: what is done through it is seen, or refused, where it is called. */
    private static final Set<String> STATELESS = Set.of("sun.misc.Unsafe", "java.lang.System$1",
            "dev.baton.check.replay.Output");

    /** Accesses to it can be steps: it is of a rewritten class, or an array. */
    static boolean isSeen(Object object) {
        return object instanceof Tagged || object.getClass().isArray();
    }

    /** Its parts are named with it. */
    static boolean isDeep(Object object) {
        return !isSeen(object) && of(object) == DEEP;
    }

    /** Of such an object: an array in it is its own, as in an immutable list; what a lambda captured is not. */
    static boolean hidesArrays(Object object) {
        return !isSeen(object) && !object.getClass().isHidden();
    }

    static Foreign of(Object object) {
        if (object instanceof String || object instanceof Character || object instanceof Boolean
                || object instanceof Byte || object instanceof Short || object instanceof Class
                || object instanceof Enum || object instanceof ClassLoader || object instanceof Module
                || object instanceof MethodHandle || object instanceof VarHandle || object instanceof MethodType
                || object instanceof ThreadGroup || object instanceof Logger || object instanceof Level
                || object instanceof System.Logger || STATELESS.contains(object.getClass().getName())) {
            return VALUE;
        }
        if (object instanceof Integer number) {
            return isSmall(number) ? VALUE : IDENTITY;
        }
        if (object instanceof Long number) {
            return isSmall(number) ? VALUE : IDENTITY;
        }
        if (object instanceof Float || object instanceof Double || object instanceof BigInteger
                || object instanceof BigDecimal || object instanceof Thread || object instanceof Throwable) {
            return IDENTITY;
        }
        return byClass(object.getClass());
    }

    /** In the range that boxing shares. */
    private static boolean isSmall(long number) {
        return number >= -128 && number <= 127;
    }

    private static Foreign byClass(Class<?> type) {
        String name = type.getName();
        if (name.startsWith("jdk.internal.foreign.")) {
            return MUTABLE;
        }
        if (type == Object.class || type == ThreadLocal.class || type == InheritableThreadLocal.class || type.isArray()
                || name.startsWith("jdk.internal.")
                || name.startsWith("java.lang.ThreadBuilders$")) {
            return IDENTITY;
        }
        if (name.contains("Itr") || name.contains("Iterator")) {
            return MUTABLE;
        }
        if (type.isHidden() || DEEP_CLASSES.contains(name) || name.startsWith("java.util.ImmutableCollections$")) {
            return DEEP;
        }
        if (name.startsWith("java.time.") || name.startsWith("java.lang.invoke.") || type.isRecord()
                || name.equals("java.util.UUID") || name.equals("java.util.concurrent.TimeUnit")
                || name.startsWith("java.lang.reflect.") || name.startsWith("java.util.Collections$Empty")
                || name.startsWith("java.util.Comparators$") || name.equals("java.util.regex.Pattern")) {
            return VALUE;
        }
        if (!hasStateAtAll(type)) {
            return IDENTITY;
        }
        return Comparator.class.isAssignableFrom(type) && hasFinalFieldsOnly(type) ? DEEP : MUTABLE;
    }

    private static boolean hasStateAtAll(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            if (hasState(at)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasFinalFieldsOnly(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if ((field.getModifiers() & (Modifier.FINAL | Modifier.STATIC)) == 0) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Superclasses whose fields are known to the checker, or only cache what their methods compute. */
    private static final Set<String> SEEN_PARENTS = Set.of("java.lang.Thread", "java.lang.ThreadGroup",
            "java.lang.ThreadLocal", "java.lang.InheritableThreadLocal", "java.util.AbstractList",
            "java.util.AbstractMap", "java.lang.Enum");

    private static final ClassValue<Optional<Class<?>>> UNSEEN_PARTS = new ClassValue<>() {
        @Override
        protected Optional<Class<?>> computeValue(Class<?> type) {
            for (Class<?> at = type; at != null; at = at.getSuperclass()) {
                if (!Tagged.class.isAssignableFrom(at) && !Throwable.class.isAssignableFrom(at)
                        && !SEEN_PARENTS.contains(at.getName()) && hasState(at)) {
                    return Optional.of(at);
                }
            }
            return Optional.empty();
        }
    };

    private static boolean hasState(Class<?> type) {
        return Arrays.stream(type.getDeclaredFields()).anyMatch(field -> !Modifier.isStatic(field.getModifiers()));
    }

    /** The superclass of a rewritten class whose state is out of the checker's sight, as in a list of one's own; or null. */
    static @Nullable Class<?> unseenPart(Class<?> rewritten) {
        return UNSEEN_PARTS.get(rewritten).orElse(null);
    }

    /** Mutable, but what threads do to it is modelled elsewhere or has no effect on them. */
    static boolean isTolerated(Object object) {
        return object instanceof ThreadLocal || object instanceof Thread.Builder
                || object instanceof ThreadFactory
                || object.getClass().getName().startsWith("java.util.concurrent.ThreadLocalRandom$Access");
    }

    /** In words, what is wrong with sharing this object. */
    static String describe(String verb, Object object, Class<?> unseen) {
        String name = object.getClass().getName();
        return verb + " a " + name + (unseen == object.getClass() ? "" : ", which is a " + unseen.getName() + ",")
                + " between threads; its state is out of the checker's sight";
    }

    /** The part of an identity object that may differ between runs and must be in its name. */
    static Object content(Object object) {
        return switch (object) {
            case Number n -> n;
            default -> "";
        };
    }
}
