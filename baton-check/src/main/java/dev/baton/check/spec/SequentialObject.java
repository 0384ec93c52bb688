package dev.baton.check.spec;

import org.jspecify.annotations.Nullable;

/** A fresh object of the sequential specification. */
public interface SequentialObject {
    /**
     * Makes a call.
     *
     * @param call the call
     * @return its result
     * @throws Throwable what the operation throws, which is its result, too; {@link WouldBlock} if a caller has to wait
     */
    @Nullable
    Object apply(Call call) throws Throwable;

    /** {@return something that equals the same of another object if both behave the same from now on; null if unknown} */
    @Nullable
    Object state();
}
