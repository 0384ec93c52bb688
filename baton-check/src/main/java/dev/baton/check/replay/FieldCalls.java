package dev.baton.check.replay;

import dev.baton.check.event.AccessMode;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import jdk.internal.misc.Unsafe;
import jdk.internal.reflect.Reflection;
import org.jspecify.annotations.Nullable;

/** What rewritten code calls in place of {@link Field}: an access by reflection is the step that the access itself would be. */
public final class FieldCalls {
    private FieldCalls() {}

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    public static @Nullable Object get(Field field, @Nullable Object holder, int site) throws IllegalAccessException {
        check(field, holder);
        return read(field, holder, site);
    }

    public static boolean getBoolean(Field field, @Nullable Object holder, int site) throws IllegalAccessException {
        return (Boolean) primitive(field, holder, boolean.class, site);
    }

    public static byte getByte(Field field, @Nullable Object holder, int site) throws IllegalAccessException {
        return (Byte) primitive(field, holder, byte.class, site);
    }

    public static char getChar(Field field, @Nullable Object holder, int site) throws IllegalAccessException {
        return (Character) primitive(field, holder, char.class, site);
    }

    public static short getShort(Field field, @Nullable Object holder, int site) throws IllegalAccessException {
        return (Short) primitive(field, holder, short.class, site);
    }

    public static int getInt(Field field, @Nullable Object holder, int site) throws IllegalAccessException {
        return (Integer) primitive(field, holder, int.class, site);
    }

    public static long getLong(Field field, @Nullable Object holder, int site) throws IllegalAccessException {
        return (Long) primitive(field, holder, long.class, site);
    }

    public static float getFloat(Field field, @Nullable Object holder, int site) throws IllegalAccessException {
        return (Float) primitive(field, holder, float.class, site);
    }

    public static double getDouble(Field field, @Nullable Object holder, int site) throws IllegalAccessException {
        return (Double) primitive(field, holder, double.class, site);
    }

    public static void set(Field field, @Nullable Object holder, @Nullable Object value, int site)
            throws IllegalAccessException {
        check(field, holder);
        write(field, holder, value, site);
    }

    public static void setBoolean(Field field, @Nullable Object holder, boolean value, int site)
            throws IllegalAccessException {
        setPrimitive(field, holder, value, site);
    }

    public static void setByte(Field field, @Nullable Object holder, byte value, int site)
            throws IllegalAccessException {
        setPrimitive(field, holder, value, site);
    }

    public static void setChar(Field field, @Nullable Object holder, char value, int site)
            throws IllegalAccessException {
        setPrimitive(field, holder, value, site);
    }

    public static void setShort(Field field, @Nullable Object holder, short value, int site)
            throws IllegalAccessException {
        setPrimitive(field, holder, value, site);
    }

    public static void setInt(Field field, @Nullable Object holder, int value, int site) throws IllegalAccessException {
        setPrimitive(field, holder, value, site);
    }

    public static void setLong(Field field, @Nullable Object holder, long value, int site)
            throws IllegalAccessException {
        setPrimitive(field, holder, value, site);
    }

    public static void setFloat(Field field, @Nullable Object holder, float value, int site)
            throws IllegalAccessException {
        setPrimitive(field, holder, value, site);
    }

    public static void setDouble(Field field, @Nullable Object holder, double value, int site)
            throws IllegalAccessException {
        setPrimitive(field, holder, value, site);
    }

    private static void setPrimitive(Field field, @Nullable Object holder, Object value, int site)
            throws IllegalAccessException {
        if (!field.getType().isPrimitive()) {
            throw new Meant(new IllegalArgumentException("Can not set " + field + " to a primitive value"));
        }
        set(field, holder, value, site);
    }

    // ---- what the JDK checks

    private static void check(Field field, @Nullable Object holder) throws IllegalAccessException {
        Class<?> caller = STACK.walk(frames -> frames
                .filter(frame -> !frame.getClassName().startsWith("dev.baton.check.replay.")).findFirst().orElseThrow())
                .getDeclaringClass();
        boolean isStatic = Modifier.isStatic(field.getModifiers());
        @SuppressWarnings("deprecation") // the other one asks for the class that calls it
        boolean overrides = field.isAccessible();
        try {
            if (!overrides) {
                Reflection.ensureMemberAccess(caller, field.getDeclaringClass(),
                        isStatic || holder == null ? null : holder.getClass(), field.getModifiers());
            }
        } catch (IllegalAccessException wrong) {
            throw new Meant(wrong);
        }
        if (!isStatic && holder == null) {
            throw new Meant(new NullPointerException("Cannot read or write a field of null: " + field));
        }
        if (!isStatic && !field.getDeclaringClass().isInstance(holder)) {
            throw new Meant(new IllegalArgumentException("Can not get or set " + field));
        }
    }

    private static Object primitive(Field field, @Nullable Object holder, Class<?> wanted, int site)
            throws IllegalAccessException {
        Object value = get(field, holder, site);
        return convert(field.getType().isPrimitive() ? value : null, wanted, field);
    }

    /** A value as a primitive type that it may be widened to. */
    private static Object convert(@Nullable Object value, Class<?> wanted, Field field) {
        char to = Raw.kind(wanted);
        if (value instanceof Boolean || value instanceof Character && to == 'C') {
            if (Raw.kind(value instanceof Boolean ? boolean.class : char.class) == to) {
                return value;
            }
        } else if (value instanceof Number || value instanceof Character) {
            Number number = value instanceof Character c ? (Number) (int) c : (Number) value;
            int rank = "BSIJFD".indexOf(to);
            int from = value instanceof Character ? 1 : "BSIJFD".indexOf(Raw.kind(primitiveOf(number)));
            if (rank >= from && rank >= 0 && !(value instanceof Character && to == 'S')) {
                return switch (to) {
                    case 'B' -> number.byteValue();
                    case 'S' -> number.shortValue();
                    case 'I' -> number.intValue();
                    case 'J' -> number.longValue();
                    case 'F' -> number.floatValue();
                    default -> number.doubleValue();
                };
            }
        }
        throw new Meant(new IllegalArgumentException("Attempt to get or set " + field + " as " + wanted));
    }

    private static Class<?> primitiveOf(Number number) {
        return switch (number) {
            case Byte _ -> byte.class;
            case Short _ -> short.class;
            case Integer _ -> int.class;
            case Long _ -> long.class;
            case Float _ -> float.class;
            default -> double.class;
        };
    }

    // ---- the access, which a MethodHandle does too

    private static boolean isStep(SimThread self, Field field, @Nullable Object holder, int site) {
        if (!(Tagged.class.isAssignableFrom(field.getDeclaringClass()) || isOfProgram(self, field))) {
            if (!Modifier.isFinal(field.getModifiers())) {
                throw self.fail("a field of the JDK by reflection: its state is out of the checker's sight", site);
            }
            return false;
        }
        return !Modifier.isFinal(field.getModifiers())
                && (Modifier.isStatic(field.getModifiers()) || self.tags.isTraced(holder));
    }

    private static boolean isOfProgram(SimThread self, Field field) {
        return field.getDeclaringClass().getClassLoader() == self.image.loader;
    }

    private static int location(SimThread self, Field field, @Nullable Object holder) {
        boolean isStatic = Modifier.isStatic(field.getModifiers());
        Shadow shadow = isStatic || holder == null
                ? self.image.statics(field.getDeclaringClass())
                : self.tags.shadow(holder);
        Layout.Slot slot = shadow.fields().at(offset(field));
        if (slot == null) {
            throw new IllegalStateException("no place of " + field);
        }
        return self.image.location(shadow, Shadow.HIDDEN + slot.index());
    }

    private static long offset(Field field) {
        return Modifier.isStatic(field.getModifiers()) ? U.staticFieldOffset(field) : U.objectFieldOffset(field);
    }

    private static AccessMode mode(Field field) {
        return Modifier.isVolatile(field.getModifiers()) ? AccessMode.VOLATILE : AccessMode.PLAIN;
    }

    static @Nullable Object read(Field field, @Nullable Object holder, int site) {
        SimThread self = ThreadCalls.active();
        char kind = Raw.kind(field.getType());
        U.ensureClassInitialized(field.getDeclaringClass());
        if (self == null || !isStep(self, field, holder, site)) {
            Object base = Modifier.isStatic(field.getModifiers()) ? U.staticFieldBase(field) : holder;
            if (kind != 'L') {
                return Raw.box(kind, Raw.read(base, offset(field), kind));
            }
            Object value = U.getReference(base, offset(field));
            if (self != null && holder != null && Hooks.isGiven(holder)) {
                ReferenceHooks.adopt(value, site);
            }
            return value;
        }
        long value = self.read(location(self, field, holder), mode(field), site);
        return kind == 'L' ? ReferenceHooks.object(value, site) : Raw.box(kind, value);
    }

    static void write(Field field, @Nullable Object holder, @Nullable Object value, int site) {
        SimThread self = ThreadCalls.active();
        char kind = Raw.kind(field.getType());
        if (kind == 'L' && value != null && !field.getType().isInstance(value)) {
            throw new Meant(new IllegalArgumentException("Can not set " + field + " to " + value.getClass().getName()));
        }
        Object fitting = kind == 'L' ? value : convert(value, field.getType(), field);
        U.ensureClassInitialized(field.getDeclaringClass());
        if (Modifier.isFinal(field.getModifiers())) {
            if (self != null) {
                throw self.fail("a final field is written by reflection", site);
            }
        } else if (self != null && isStep(self, field, holder, site)) {
            long encoded = kind == 'L' ? ReferenceHooks.offer(value, site) : Raw.unbox(kind, notNull(fitting));
            int location = location(self, field, holder);
            self.write(location, mode(field), encoded, site);
            self.publisher.commit(location, site);
            return;
        }
        Object base = Modifier.isStatic(field.getModifiers()) ? U.staticFieldBase(field) : holder;
        if (kind == 'L') {
            U.putReference(base, offset(field), value);
        } else {
            Raw.write(base, offset(field), kind, Raw.unbox(kind, notNull(fitting)));
        }
        if (self != null && holder != null) {
            Hooks.localChange(holder);
        }
    }

    private static Object notNull(@Nullable Object value) {
        if (value == null) {
            throw new Meant(new NullPointerException("a primitive field cannot be null"));
        }
        return value;
    }
}
