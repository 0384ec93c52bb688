package dev.baton.check.replay;

import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.UnaryOperator;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/** What a new thread takes over from its maker: values of {@link InheritableThreadLocal}s. */
/*
 * The JDK copies them in the constructor of a thread, from the thread that runs it, which in a check is the one that searches. So
 * before a thread under check makes an object, the searching thread is lent that thread's values; the JDK copies them, childValue
 * included. They are parts of the new thread's name, as its task is.
 */
final class Inheritance {
    private Inheritance() {}

    /** A variable and its value in a thread that has not begun. */
    record Inherited(ThreadLocal<?> local, @Nullable Object value) {}

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long MAP = offset(Thread.class, "inheritableThreadLocals");
    private static final Class<?> MAP_CLASS = type("java.lang.ThreadLocal$ThreadLocalMap");
    private static final long TABLE = offset(MAP_CLASS, "table");
    private static final long VALUE = offset(type("java.lang.ThreadLocal$ThreadLocalMap$Entry"), "value");

    /** Every such variable that a thread under check has set. */
    private static final Set<InheritableThreadLocal<?>> KNOWN = Collections
            .synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
    private static final Map<Thread, List<Inherited>> CANONICAL = Collections.synchronizedMap(new WeakHashMap<>());
    private static volatile boolean any;

    private static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("this JDK's ThreadLocal is not the one the checker knows", e);
        }
    }

    private static long offset(Class<?> type, String name) {
        try {
            Field field = type.getDeclaredField(name);
            return U.objectFieldOffset(field);
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("this JDK's Thread is not the one the checker knows", e);
        }
    }

    /** A thread sets a variable. */
    static void set(ThreadLocal<?> local) {
        if (local instanceof InheritableThreadLocal<?> inheritable) {
            KNOWN.add(inheritable);
            any = true;
        }
    }

    /** The thread is about to make an object, which may be a thread. */
    static void lend(SimThread self) {
        if (!any) {
            return;
        }
        for (InheritableThreadLocal<?> local : KNOWN.toArray(new InheritableThreadLocal<?>[0])) {
            if (self.threadLocals.containsKey(local)) {
                @SuppressWarnings("unchecked")
                InheritableThreadLocal<@Nullable Object> variable = (InheritableThreadLocal<@Nullable Object>) local;
                variable.set(self.threadLocals.get(local));
            } else {
                local.remove();
            }
        }
    }

    /** The values that a thread has taken over, in the order of the variables' ages in the map. */
    static List<Inherited> of(Thread thread) {
        List<Inherited> given = any ? CANONICAL.get(thread) : null;
        if (given != null) {
            return given;
        }
        Object map = any ? U.getReference(thread, MAP) : null;
        if (map == null) {
            return List.of();
        }
        List<Inherited> found = new ArrayList<>();
        for (Object entry : (Object[]) Objects.requireNonNull(U.getReference(map, TABLE))) {
            if (entry instanceof Reference<?> reference && reference.get() instanceof ThreadLocal<?> local
                    && local instanceof InheritableThreadLocal<?> inheritable && KNOWN.contains(inheritable)) {
                found.add(new Inherited(local, U.getReference(entry, VALUE)));
            }
        }
        return found;
    }

    /** Gives the thread that all others see the values that its model has. */
    static void copy(Thread model, Thread canonical, UnaryOperator<@Nullable Object> named) {
        List<Inherited> inherited = of(model);
        if (!inherited.isEmpty()) {
            CANONICAL.put(canonical, inherited.stream()
                    .map(each -> new Inherited(each.local(), named.apply(each.value()))).toList());
        }
    }
}
