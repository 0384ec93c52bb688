package dev.baton.check.replay;

import dev.baton.check.program.Site;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.lang.invoke.WrongMethodTypeException;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A call of an access method of one VarHandle whose types are not those of the handle. The types of such a call are those of
 * its arguments as the compiler saw them; the JDK adapts the access to them by {@link MethodHandle#asType}. Here the
 * access of the checker is adapted, in the same way: so numbers widen, boxes open, references are cast and results
 * dropped as the JDK does it, and what it refuses is refused with its exception.
 */
final class AdaptedAccess {
    private static final MethodHandle ACCESS;

    static {
        try {
            ACCESS = MethodHandles.lookup().findVirtual(AdaptedAccess.class, "access",
                    MethodType.methodType(Object.class, Object[].class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final VarHandle handle;
    private final AccessMode mode;
    private final HandleTarget target;
    private final char kind;
    private final int site;

    private AdaptedAccess(VarHandle handle, AccessMode mode, int site) {
        this.handle = handle;
        this.mode = mode;
        this.target = HandleTarget.of(handle);
        this.kind = Raw.kind(handle.varType());
        this.site = site;
    }

    private static AccessMode mode(Site site) {
        return AccessMode.valueFromMethodName(site.called());
    }

    /**
     * The call does the access as it is: each value is one of the handle's type already, and so is the result, up to a
     * cast of a reference. Of what the first coordinate is, the caller has made sure.
     */
    static boolean fits(VarHandle handle, MethodType call, Site site) {
        AccessMode mode = mode(site);
        MethodType own = handle.accessModeType(mode);
        if (!handle.isAccessModeSupported(mode) || own.parameterCount() != call.parameterCount()
                || handle.hasInvokeExactBehavior() && !own.equals(call)) {
            return false;
        }
        for (int i = handle.coordinateTypes().size(); i < own.parameterCount(); i++) {
            Class<?> given = call.parameterType(i);
            boolean isNull = given == Void.class && !own.parameterType(i).isPrimitive();
            if (!isNull && !own.parameterType(i).isAssignableFrom(given)) {
                return false;
            }
        }
        Class<?> result = call.returnType();
        return result == own.returnType() || result == void.class
                || !result.isPrimitive() && !own.returnType().isPrimitive();
    }

    static MethodHandle of(VarHandle handle, MethodType call, Site site) {
        AccessMode mode = mode(site);
        MethodType own = handle.accessModeType(mode);
        if (handle.isAccessModeSupported(mode) && (!handle.hasInvokeExactBehavior() || own.equals(call))) {
            try {
                return ACCESS.bindTo(new AdaptedAccess(handle, mode, site.id))
                        .asCollector(Object[].class, own.parameterCount()).asType(own).asType(call);
            } catch (WrongMethodTypeException impossible) {
                // the JDK says so itself, when it is called
            }
        }
        return MethodHandles.varHandleInvoker(mode, call).bindTo(handle);
    }

    /** The access as a handle of its own, which the set-up may invoke too. */
    static MethodHandle asHandle(VarHandle handle, Site site) {
        MethodType own = handle.accessModeType(mode(site));
        return ACCESS.bindTo(new AdaptedAccess(handle, mode(site), site.id))
                .asCollector(Object[].class, own.parameterCount()).asType(own);
    }

    // ---- the access, with arguments of the handle's own types

    /** No gate stands between this and the program, so it sorts out by itself what may leave it. */
    @Nullable
    Object access(Object... arguments) throws Throwable {
        try {
            return place(arguments);
        } catch (Throwable thrown) {
            Throwable meant = Blame.sort(thrown, Arrays.asList(arguments).contains(null));
            meant.setStackTrace(Arrays.stream(meant.getStackTrace())
                    .filter(frame -> !frame.getClassName().equals(AdaptedAccess.class.getName()))
                    .toArray(StackTraceElement[]::new));
            throw meant;
        }
    }

    private @Nullable Object place(Object[] arguments) {
        SimThread self = Strand.currentOrNull();
        int coordinates = handle.coordinateTypes().size();
        Object holder = coordinates == 0 ? null : arguments[0];
        boolean isStep = coordinates == 0 ? HandleHooks.isActive(handle) : HandleHooks.isShared(handle, holder);
        if (self == null || !isStep) {
            return local(arguments, holder);
        }
        if (target.kind() == HandleTarget.Kind.VIEW) {
            return view((byte[]) Objects.requireNonNull(holder), (int) arguments[1], arguments);
        }
        int location = switch (target.kind()) {
            case FIELD, STATIC_FIELD -> HandleHooks.location(self, target, holder);
            case ELEMENT -> element(Objects.requireNonNull(holder), arguments);
            case VIEW, UNKNOWN -> throw self.fail("a VarHandle that is no field and no array element", site);
        };
        return operate(location, Arrays.copyOfRange(arguments, coordinates, arguments.length));
    }

    /** An array may hold less than the handle's type allows: then the JDK says whether it holds this. */
    private int element(Object array, Object[] arguments) {
        int location = PlaceHooks.element(array, (int) arguments[1], site);
        if (arguments.length > 2 && array.getClass().getComponentType() != handle.varType()) {
            Object[] trial = arguments.clone();
            trial[0] = Array.newInstance(array.getClass().getComponentType(), 1);
            trial[1] = 0;
            original(trial);
        }
        return location;
    }

    /** Bytes as a number: the JDK promises nothing of it as a whole, so each byte is an access. Other modes it refuses itself. */
    private @Nullable Object view(byte[] bytes, int start, Object[] arguments) {
        int width = Cells.width(kind);
        try {
            Objects.checkIndex(start, bytes.length - width + 1);
        } catch (IndexOutOfBoundsException wrong) {
            throw new Meant(wrong);
        }
        if (mode == AccessMode.GET) {
            return Raw.box(kind, Cells.join(start, kind, target.isBigEndian(),
                    index -> AccessHooks.get(PlaceHooks.element(bytes, index, site), site)));
        }
        long value = Raw.unbox(kind, arguments[2]);
        for (int i = 0; i < width; i++) {
            AccessHooks.set(PlaceHooks.element(bytes, start + i, site),
                    Cells.part(value, i, width, target.isBigEndian()), site);
        }
        return null;
    }

    private @Nullable Object original(Object[] arguments) {
        try {
            return handle.toMethodHandle(mode).invokeWithArguments(arguments);
        } catch (Throwable thrown) {
            throw new Meant(thrown);
        }
    }

    private @Nullable Object local(Object[] arguments, @Nullable Object holder) {
        Object result = original(arguments);
        if (holder != null) {
            Hooks.localChange(holder);
        }
        return result;
    }

    private @Nullable Object operate(int location, @Nullable Object[] values) {
        long[] encoded = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            boolean comparedOnly = i == 0 && values.length == 2;
            encoded[i] = kind != 'L'
                    ? Raw.unbox(kind, Objects.requireNonNull(values[i]))
                    : comparedOnly ? ReferenceHooks.known(values[i]) : ReferenceHooks.offer(values[i], site);
        }
        return switch (mode) {
            case GET, GET_OPAQUE, GET_ACQUIRE, GET_VOLATILE -> decode(AccessHooks.get(location, site));
            case SET, SET_OPAQUE, SET_RELEASE, SET_VOLATILE -> {
                AccessHooks.set(location, encoded[0], site);
                yield null;
            }
            case COMPARE_AND_SET, WEAK_COMPARE_AND_SET, WEAK_COMPARE_AND_SET_PLAIN, WEAK_COMPARE_AND_SET_ACQUIRE,
                    WEAK_COMPARE_AND_SET_RELEASE ->
                AccessHooks.compareAndSet(location, encoded[0], encoded[1], site);
            case COMPARE_AND_EXCHANGE, COMPARE_AND_EXCHANGE_ACQUIRE, COMPARE_AND_EXCHANGE_RELEASE ->
                decode(AccessHooks.compareAndExchange(location, encoded[0], encoded[1], site));
            default -> decode(AccessHooks.getAndUpdate(location, encoded[0], kind, site));
        };
    }

    private @Nullable Object decode(long value) {
        return kind == 'L' ? ReferenceHooks.object(value, site) : Raw.box(kind, value);
    }
}
