package dev.baton.check.program;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which methods of {@code java.util.concurrent.atomic} are one access, and in which mode. */
final class AtomicCalls {
    private AtomicCalls() {}

    private static final String PACKAGE = ShadowNames.PREFIX + "java/util/concurrent/atomic/";

    private static final Set<String> CLASSES = Set.of("AtomicInteger", "AtomicLong", "AtomicBoolean",
            "AtomicReference", "AtomicIntegerArray", "AtomicLongArray", "AtomicReferenceArray",
            "AtomicIntegerFieldUpdater", "AtomicLongFieldUpdater", "AtomicReferenceFieldUpdater");

    /** The access that a call is; null if it is none, or more than one. */
    static @Nullable AccessCall access(String owner, String name) {
        if (!owner.startsWith(PACKAGE) || !CLASSES.contains(owner.substring(PACKAGE.length()))) {
            return null;
        }
        return switch (name) {
            case "get" -> AccessCall.of("getVolatile", false);
            case "set" -> AccessCall.of("setVolatile", false);
            case "lazySet" -> AccessCall.of("setRelease", false);
            case "getPlain" -> AccessCall.of("get", false);
            case "setPlain" -> AccessCall.of("set", false);
            case "weakCompareAndSet" -> AccessCall.of(
                    owner.endsWith("FieldUpdater") ? "weakCompareAndSet" : "weakCompareAndSetPlain", false);
            case "weakCompareAndSetVolatile" -> AccessCall.of("weakCompareAndSet", false);
            case "getAndIncrement", "getAndDecrement", "incrementAndGet", "decrementAndGet", "addAndGet" ->
                AccessCall.of("getAndAdd", false);
            default -> AccessCall.of(name, false);
        };
    }
}
