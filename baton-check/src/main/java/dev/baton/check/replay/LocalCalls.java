package dev.baton.check.replay;

import java.lang.reflect.InvocationTargetException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What rewritten code calls in place of {@link ThreadLocal}: each thread under check has a map of its own. */
public final class LocalCalls {
    private LocalCalls() {}

    public static @Nullable Object get(ThreadLocal<?> local, int site) {
        SimThread self = Strand.currentOrNull();
        if (self == null) {
            return local.get();
        }
        Object value = self.threadLocals.get(local);
        if (value == null && !self.threadLocals.containsKey(local)) {
            value = initial(local);
            self.threadLocals.put(local, value);
        }
        return value;
    }

    private static @Nullable Object initial(ThreadLocal<?> local) {
        try {
            var method = ThreadLocal.class.getDeclaredMethod("initialValue");
            method.setAccessible(true);
            return method.invoke(local);
        } catch (InvocationTargetException e) {
            throw new Meant(Objects.requireNonNull(e.getCause()));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void set(ThreadLocal<?> local, @Nullable Object value, int site) {
        SimThread self = Strand.currentOrNull();
        if (self == null) {
            @SuppressWarnings("unchecked")
            ThreadLocal<Object> any = (ThreadLocal<Object>) local;
            any.set(value);
        } else {
            self.effects.act();
            if (WaitingCalls.isWorker(self)) {
                WaitingCalls.watch(site);
            }
            Inheritance.set(local);
            self.threadLocals.put(local, value);
        }
    }

    public static void remove(ThreadLocal<?> local, int site) {
        SimThread self = Strand.currentOrNull();
        if (self == null) {
            local.remove();
        } else {
            self.effects.act();
            self.threadLocals.remove(local);
        }
    }
}
