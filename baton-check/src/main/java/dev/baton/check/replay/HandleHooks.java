package dev.baton.check.replay;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.util.Objects;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/**
 * Accesses through a VarHandle. A call whose types fit those of the handle is the access itself: its place is found here,
 * the rest is done in the rewritten code. Every other call converts, in a {@link AdaptedAccess}.
 */
@SuppressWarnings("ReferenceEquality") // which object it is, is the question here
public final class HandleHooks {
    private HandleHooks() {}

    private static final Unsafe U = Unsafe.getUnsafe();

    /** In the place of a location: the call must go through {@link #converting}. */
    private static final int CONVERTS = -1;

    public static boolean isShared(VarHandle handle, @Nullable Object object) {
        boolean shared = Hooks.isShared(object);
        if (!shared && object != null && Hooks.active()) {
            Strand.current().tags.of(object).ordered = true;
        }
        SimThread self = Strand.currentOrNull();
        if (self != null && self.setupDepth > 0) {
            self.initializing.object(object, true);
        }
        return shared;
    }

    public static boolean isActive(VarHandle handle) {
        SimThread self = Strand.currentOrNull();
        if (self != null && self.setupDepth > 0) {
            HandleTarget target = HandleTarget.of(handle);
            if (target.kind() == HandleTarget.Kind.STATIC_FIELD) {
                self.initializing.field(target.owner(), target.offset());
            }
        }
        return self != null && self.setupDepth == 0;
    }

    /** What a site's VarHandle meant last time, for objects of one class. */
    private record Meaning(VarHandle handle, @Nullable Class<?> holder, int index) {}

    /** A call of a site's VarHandle that converts. */
    private record Converting(VarHandle handle, MethodHandle call) {}

    public static int location(VarHandle handle, Object holder, MethodType call, int site) {
        SimThread self = Strand.current();
        if (self.image.resolved.get(site) instanceof Meaning last && last.handle == handle
                && last.holder == holder.getClass()) {
            return self.image.location(self.tags.shadow(holder), last.index);
        }
        HandleTarget target = HandleTarget.of(handle);
        if (target.kind() != HandleTarget.Kind.FIELD || !target.owner().isInstance(holder)
                || !AdaptedAccess.fits(handle, call, self.image.sites.get(site))) {
            return CONVERTS;
        }
        int index = index(self, target);
        self.image.resolved.put(site, new Meaning(handle, holder.getClass(), index));
        return self.image.location(self.tags.shadow(holder), index);
    }

    public static int staticLocation(VarHandle handle, MethodType call, int site) {
        SimThread self = Strand.current();
        HandleTarget target = HandleTarget.of(handle);
        if (!(self.image.resolved.get(site) instanceof Meaning last && last.handle == handle)) {
            if (target.kind() != HandleTarget.Kind.STATIC_FIELD
                    || !AdaptedAccess.fits(handle, call, self.image.sites.get(site))) {
                return CONVERTS;
            }
            self.image.resolved.put(site, new Meaning(handle, null, 0));
        }
        return location(self, target, null);
    }

    public static int element(VarHandle handle, Object array, int index, MethodType call, int site) {
        SimThread self = Strand.current();
        if (!(self.image.resolved.get(site) instanceof Meaning last && last.handle == handle
                && last.holder == array.getClass())) {
            if (HandleTarget.of(handle).kind() != HandleTarget.Kind.ELEMENT
                    || handle.coordinateTypes().getFirst() != array.getClass()
                    || !AdaptedAccess.fits(handle, call, self.image.sites.get(site))) {
                return CONVERTS;
            }
            self.image.resolved.put(site, new Meaning(handle, array.getClass(), 0));
        }
        return PlaceHooks.element(array, index, site);
    }

    /** The place of a field. */
    static int location(SimThread self, HandleTarget target, @Nullable Object holder) {
        Shadow shadow = target.kind() == HandleTarget.Kind.FIELD
                ? self.tags.shadow(Objects.requireNonNull(holder))
                : self.image.statics(target.owner());
        int index = target.kind() == HandleTarget.Kind.FIELD
                ? index(self, target)
                : Shadow.HIDDEN + Objects.requireNonNull(shadow.fields().at(target.offset())).index();
        return self.image.location(shadow, index);
    }

    /** A field has the same number in all subclasses. */
    private static int index(SimThread self, HandleTarget target) {
        return Shadow.HIDDEN
                + Objects.requireNonNull(self.image.layout(target.owner()).at(target.offset())).index();
    }

    /** The call as the JDK would do it, conversions included; it is given everything but the handle. */
    public static MethodHandle converting(VarHandle handle, MethodType call, int site) {
        SimThread self = Strand.current();
        if (self.image.resolved.get(site) instanceof Converting known && known.handle == handle) {
            return known.call;
        }
        MethodHandle converting = AdaptedAccess.of(handle, call, self.image.sites.get(site));
        self.image.resolved.put(site, new Converting(handle, converting));
        return converting;
    }

    // ---- objects only this thread knows

    /** Something that equals no value of a place. */
    private static final Object UNKNOWN = new Object();

    /** What a place of such an object holds before a write to it. */
    public static @Nullable Object localValue(VarHandle handle, @Nullable Object holder, int index) {
        SimThread self = Strand.currentOrNull();
        if (self == null || self.setupDepth > 0 || holder == null) {
            return null;
        }
        HandleTarget target = HandleTarget.of(handle);
        char kind = Raw.kind(handle.varType());
        return switch (target.kind()) {
            case FIELD -> target.owner().isInstance(holder) ? value(holder, target.offset(), kind) : UNKNOWN;
            case ELEMENT ->
                handle.coordinateTypes().getFirst().isInstance(holder) ? element(holder, index, kind) : UNKNOWN;
            default -> UNKNOWN;
        };
    }

    private static @Nullable Object element(Object array, int index, char kind) {
        long offset = U.arrayBaseOffset(array.getClass()) + (long) index * U.arrayIndexScale(array.getClass());
        return index < 0 || index >= Array.getLength(array) ? UNKNOWN : value(array, offset, kind);
    }

    private static @Nullable Object value(Object holder, long offset, char kind) {
        return kind == 'L' ? U.getReference(holder, offset) : (Object) Raw.read(holder, offset, kind);
    }

    /** After the write: notes whether it changed anything. */
    public static void localWrite(@Nullable Object before, VarHandle handle, Object holder, int index) {
        Object after = localValue(handle, holder, index);
        boolean same = before instanceof Long number ? number.equals(after) : before == after;
        if (!same || before == UNKNOWN) {
            Hooks.localChange(holder);
        }
    }
}
