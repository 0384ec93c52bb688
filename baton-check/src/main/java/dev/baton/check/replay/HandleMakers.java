package dev.baton.check.replay;

import dev.baton.check.program.HandleRules;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * What rewritten code calls where it makes a MethodHandle, in the set-up too. A handle to a field does steps; a handle to a
 * method of the program runs rewritten code; a handle to what a call could not do ends the check when a thread invokes it.
 */
public final class HandleMakers {
    private HandleMakers() {}

    private static final MethodHandle GET = own("get", MethodType.methodType(Object.class, Field.class, int.class,
            Object.class));
    private static final MethodHandle GET_STATIC = own("getStatic",
            MethodType.methodType(Object.class, Field.class, int.class));
    private static final MethodHandle SET = own("set",
            MethodType.methodType(void.class, Field.class, int.class, Object.class, Object.class));
    private static final MethodHandle SET_STATIC = own("setStatic",
            MethodType.methodType(void.class, Field.class, int.class, Object.class));
    private static final MethodHandle REFUSE = own("refuse",
            MethodType.methodType(void.class, String.class, int.class));

    private static MethodHandle own(String name, MethodType type) {
        try {
            return MethodHandles.lookup().findStatic(HandleMakers.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    // ---- what the handles do

    static @Nullable Object get(Field field, int site, Object holder) {
        return FieldCalls.read(field, notNull(holder), site);
    }

    static @Nullable Object getStatic(Field field, int site) {
        return FieldCalls.read(field, null, site);
    }

    static void set(Field field, int site, Object holder, @Nullable Object value) {
        FieldCalls.write(field, notNull(holder), value, site);
    }

    static void setStatic(Field field, int site, @Nullable Object value) {
        FieldCalls.write(field, null, value, site);
    }

    /** A handle runs where no gate is: what is thrown here is the program's own. */
    private static Object notNull(@Nullable Object holder) {
        if (holder == null) {
            throw new NullPointerException();
        }
        return holder;
    }

    static void refuse(String what, int site) {
        SimThread self = ThreadCalls.active();
        if (self != null) {
            throw self.fail("this MethodHandle cannot be modelled: " + what + " (call it in a method of your own)",
                    site);
        }
    }

    private static MethodHandle sure(Lookup lookup, MethodHandle handle, int site) {
        MethodHandleInfo info = lookup.revealDirect(handle);
        return switch (info.getReferenceKind()) {
            case MethodHandleInfo.REF_getField, MethodHandleInfo.REF_getStatic, MethodHandleInfo.REF_putField,
                    MethodHandleInfo.REF_putStatic ->
                field(info.reflectAs(Field.class, lookup), handle.type(), site);
            default -> method(info.getDeclaringClass(), info.getName(), info.getMethodType(),
                    info.getReferenceKind() == MethodHandleInfo.REF_invokeStatic, handle, info.toString(), site);
        };
    }

    private static MethodHandle method(Class<?> declaring, String name, MethodType type, boolean isStatic,
            MethodHandle handle, String what, int site) {
        if (HandleRules.isSeen(declaring, name, type)) {
            return handle;
        }
        MethodHandle replacing = HandleRules.replacing(declaring, name, type, isStatic, site);
        return replacing != null ? replacing.asType(handle.type()) : refusing(handle, what, site);
    }

    /** A handle to a member that the program has; the lookup itself may not be allowed to reveal it. */
    private static MethodHandle ofMember(Maker maker, Member member, int site) {
        MethodHandle handle = make(maker);
        return switch (member) {
            case Field field -> field(field, handle.type(), site);
            case Method method -> method(method.getDeclaringClass(), method.getName(),
                    MethodType.methodType(method.getReturnType(), method.getParameterTypes()),
                    Modifier.isStatic(method.getModifiers()), handle, method.toString(), site);
            default -> handle;
        };
    }

    private static MethodHandle field(Field field, MethodType type, int site) {
        boolean isStatic = Modifier.isStatic(field.getModifiers());
        MethodHandle access = type.returnType() == void.class
                ? isStatic ? SET_STATIC : SET
                : isStatic ? GET_STATIC : GET;
        return MethodHandles.insertArguments(access, 0, field, site).asType(type);
    }

    private static MethodHandle refusing(MethodHandle handle, String what, int site) {
        MethodHandle refusing = MethodHandles.foldArguments(handle,
                MethodHandles.insertArguments(REFUSE, 0, what, site));
        return handle.isVarargsCollector() ? refusing.asVarargsCollector(handle.type().lastParameterType()) : refusing;
    }

    /** What is thrown is the JDK's answer to the program. */
    private interface Maker {
        MethodHandle make() throws ReflectiveOperationException;
    }

    private static MethodHandle made(Lookup lookup, Maker maker, int site) {
        return sure(lookup, make(maker), site);
    }

    private static MethodHandle make(Maker maker) {
        try {
            return maker.make();
        } catch (ReflectiveOperationException | RuntimeException wrong) {
            throw new Meant(wrong);
        }
    }

    // ---- the calls

    public static MethodHandle findGetter(Lookup lookup, Class<?> owner, String name, Class<?> type, int site) {
        return made(lookup, () -> lookup.findGetter(owner, name, type), site);
    }

    public static MethodHandle findSetter(Lookup lookup, Class<?> owner, String name, Class<?> type, int site) {
        return made(lookup, () -> lookup.findSetter(owner, name, type), site);
    }

    public static MethodHandle findStaticGetter(Lookup lookup, Class<?> owner, String name, Class<?> type, int site) {
        return made(lookup, () -> lookup.findStaticGetter(owner, name, type), site);
    }

    public static MethodHandle findStaticSetter(Lookup lookup, Class<?> owner, String name, Class<?> type, int site) {
        return made(lookup, () -> lookup.findStaticSetter(owner, name, type), site);
    }

    public static MethodHandle unreflectGetter(Lookup lookup, Field field, int site) {
        return ofMember(() -> lookup.unreflectGetter(field), field, site);
    }

    public static MethodHandle unreflectSetter(Lookup lookup, Field field, int site) {
        return ofMember(() -> lookup.unreflectSetter(field), field, site);
    }

    public static MethodHandle findVirtual(Lookup lookup, Class<?> owner, String name, MethodType type, int site) {
        return made(lookup, () -> lookup.findVirtual(owner, name, type), site);
    }

    public static MethodHandle findStatic(Lookup lookup, Class<?> owner, String name, MethodType type, int site) {
        return made(lookup, () -> lookup.findStatic(owner, name, type), site);
    }

    public static MethodHandle findSpecial(Lookup lookup, Class<?> owner, String name, MethodType type,
            Class<?> caller, int site) {
        return made(lookup, () -> lookup.findSpecial(owner, name, type, caller), site);
    }

    public static MethodHandle unreflect(Lookup lookup, Method method, int site) {
        return ofMember(() -> lookup.unreflect(method), method, site);
    }

    public static MethodHandle unreflectSpecial(Lookup lookup, Method method, Class<?> caller, int site) {
        return ofMember(() -> lookup.unreflectSpecial(method, caller), method, site);
    }

    /** Bound at once; so the rule is asked of the handle before. */
    public static MethodHandle bind(Lookup lookup, Object receiver, String name, MethodType type, int site) {
        if (receiver == null) {
            throw new Meant(new NullPointerException());
        }
        MethodHandle handle = made(lookup, () -> lookup.findVirtual(receiver.getClass(), name, type), site);
        return handle.bindTo(receiver);
    }

    public static MethodHandle toMethodHandle(VarHandle handle, VarHandle.AccessMode mode, int site) {
        MethodHandle direct = handle.toMethodHandle(mode);
        SimThread self = Strand.currentOrNull();
        Image image = self != null ? self.image : SetUp.image();
        if (image == null || !handle.isAccessModeSupported(mode)) {
            return direct;
        }
        char kind = Raw.kind(handle.varType());
        return AdaptedAccess.asHandle(handle, image.sites.access(site, mode.methodName(), kind));
    }

    // ---- handles that are accesses, of which a thread may make no use

    public static MethodHandle varHandleInvoker(VarHandle.AccessMode mode, MethodType type, int site) {
        return refusing(MethodHandles.varHandleInvoker(mode, type), "MethodHandles.varHandleInvoker", site);
    }

    public static MethodHandle varHandleExactInvoker(VarHandle.AccessMode mode, MethodType type, int site) {
        return refusing(MethodHandles.varHandleExactInvoker(mode, type), "MethodHandles.varHandleExactInvoker", site);
    }

    public static MethodHandle arrayElementGetter(Class<?> type, int site) {
        return refusing(MethodHandles.arrayElementGetter(type), "MethodHandles.arrayElementGetter", site);
    }

    public static MethodHandle arrayElementSetter(Class<?> type, int site) {
        return refusing(MethodHandles.arrayElementSetter(type), "MethodHandles.arrayElementSetter", site);
    }

    // ---- methods by reflection

    /** A thread is about to invoke a method, or to make an object, by reflection. */
    static void invoking(SimThread self, Object member, int site) {
        if (member instanceof Method method && !HandleRules.isSeen(method.getDeclaringClass(), method.getName(),
                MethodType.methodType(method.getReturnType(), method.getParameterTypes()))) {
            throw self.fail("calls " + method.getDeclaringClass().getName() + "." + method.getName()
                    + " by reflection, which cannot be modelled (call it in a method of your own)", site);
        }
        if (member instanceof Constructor<?>) {
            self.births.place = site;
        }
    }
}
