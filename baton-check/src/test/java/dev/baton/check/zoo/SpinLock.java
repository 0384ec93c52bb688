package dev.baton.check.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A lock whose holder keeps a token (a queue node) from lock to unlock. */
public interface SpinLock {
    Object lock();

    void unlock(Object token);

    static VarHandle handle(MethodHandles.Lookup lookup, String name, Class<?> type) {
        try {
            return lookup.findVarHandle(lookup.lookupClass(), name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
