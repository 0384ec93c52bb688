package dev.baton.check.replay;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What rewritten code calls in place of JDK methods whose result must be the same in every replay. */
@SuppressWarnings("ReferenceEquality") // which object it is, is the question here
public final class PlainCalls {
    private PlainCalls() {}

    public static int hashCode(Object object, int site) {
        return ReferenceHooks.hashCode(object);
    }

    public static int identityHashCode(Object object, int site) {
        return ReferenceHooks.identityHash(object);
    }

    public static String toIdentityString(Object object, int site) {
        return object.getClass().getName() + "@" + Integer.toHexString(ReferenceHooks.identityHash(object));
    }

    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    /** The class that called the method which asks. */
    public static Class<?> getCallerClass(int site) {
        return STACK.walk(frames -> frames.skip(3).findFirst().orElseThrow()).getDeclaringClass();
    }

    public static double random(int site) {
        return 0;
    }

    public static Runtime getRuntime(int site) {
        return Runtime.getRuntime();
    }

    /** What the check says; a class initializer asks in the set-up, or in a thread that is the first to need the class. */
    public static int availableProcessors(Runtime runtime, int site) {
        SimThread self = Strand.currentOrNull();
        Image image = self != null ? self.image : SetUp.image();
        return image == null ? 1 : image.settings.machine().processors();
    }

    // ---- memory: what a machine might say, the same in every replay

    public static long maxMemory(Runtime runtime, int site) {
        return 1L << 30;
    }

    public static long totalMemory(Runtime runtime, int site) {
        return 1L << 28;
    }

    public static long freeMemory(Runtime runtime, int site) {
        return 1L << 27;
    }

    // ---- arrays

    /** Copies element by element: each one is a step if the array is shared. */
    public static void arraycopy(Object from, int fromIndex, Object to, int toIndex, int length, int site) {
        if (!Hooks.isShared(from) && !Hooks.isShared(to)) {
            try {
                System.arraycopy(from, fromIndex, to, toIndex, length);
            } catch (RuntimeException wrong) {
                throw new Meant(wrong);
            }
            SimThread self = Strand.currentOrNull();
            if (self != null && self.setupDepth == 0) {
                self.effects.act();
            }
            return;
        }
        if (fromIndex < 0 || toIndex < 0 || length < 0 || fromIndex > Array.getLength(from) - length
                || toIndex > Array.getLength(to) - length) {
            throw new Meant(new ArrayIndexOutOfBoundsException("arraycopy: out of bounds"));
        }
        boolean up = from != to || fromIndex > toIndex;
        for (int k = 0; k < length; k++) {
            int i = up ? k : length - 1 - k;
            Object element = get(from, fromIndex + i, site);
            if (!fits(element, to.getClass().getComponentType())) {
                throw new Meant(new ArrayStoreException("arraycopy: element type mismatch"));
            }
            put(to, toIndex + i, element, site);
        }
    }

    private static boolean fits(@Nullable Object element, Class<?> type) {
        return element == null || type.isPrimitive() || type.isInstance(element);
    }

    private static @Nullable Object get(Object array, int index, int site) {
        if (!Hooks.isShared(array)) {
            return Array.get(array, index);
        }
        SimThread self = Strand.current();
        long value = self.read(PlaceHooks.element(array, index, site), dev.baton.check.event.AccessMode.PLAIN, site);
        char kind = Raw.kind(array.getClass().getComponentType());
        return kind == 'L' ? ReferenceHooks.object(value, site) : Raw.box(kind, value);
    }

    private static void put(Object array, int index, @Nullable Object value, int site) {
        if (!Hooks.isShared(array)) {
            Array.set(array, index, value);
            return;
        }
        SimThread self = Strand.current();
        int location = PlaceHooks.element(array, index, site);
        char kind = Raw.kind(array.getClass().getComponentType());
        long encoded = kind == 'L' ? ReferenceHooks.offer(value, site) : Raw.unbox(kind, Objects.requireNonNull(value));
        self.write(location, dev.baton.check.event.AccessMode.PLAIN, encoded, site);
        self.publisher.commit(location, site);
    }

    public static Object clone(Object array, int site) {
        int length = Array.getLength(array);
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        Hooks.newArray(copy, site);
        boolean fromShared = Hooks.isShared(array);
        if (fromShared || Hooks.isShared(copy)) {
            for (int i = 0; i < length; i++) {
                put(copy, i, get(array, i, site), site);
            }
        } else {
            System.arraycopy(array, 0, copy, 0, length);
        }
        return copy;
    }

    /** A copy of an object, field by field: each one is a step if the object is shared. */
    public static Object cloneObject(Object object, int site) {
        if (!(object instanceof Cloneable)) {
            throw new Meant(new CloneNotSupportedException(object.getClass().getName()));
        }
        SimThread self = Strand.current();
        boolean shared = Hooks.isShared(object) && self.tags.isOpen(object);
        try {
            jdk.internal.misc.Unsafe unsafe = jdk.internal.misc.Unsafe.getUnsafe();
            Object copy = unsafe.allocateInstance(object.getClass());
            for (Layout.Slot slot : Layout.ofInstance(object.getClass()).slots) {
                if (shared && !slot.isFinal()) {
                    throw self.fail("clones an object that other threads can reach", site);
                }
                Raw.copy(object, copy, slot.offset(), slot.kind());
            }
            Hooks.making(site);
            Tagged tagged = (Tagged) copy;
            tagged.$batonTag(null);
            tagged.$batonTag(Hooks.born(copy));
            Hooks.built(copy, copy.getClass());
            return copy;
        } catch (InstantiationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An array of its own for each caller, where the JDK gives all the same one to read. */
    public static Enum<?>[] getEnumConstantsShared(Object access, Class<?> type, int site) {
        Enum<?>[] constants = (Enum<?>[]) type.getEnumConstants();
        if (constants != null) {
            Hooks.gotArray(constants, site);
        }
        return constants;
    }

    // ---- randomness: one value, the least

    /** Unlike all others of an execution: made of the thread and a number that it counts. */
    public static UUID randomUUID(int site) {
        SimThread self = Strand.currentOrNull();
        long thread = self == null ? 0 : 1L + self.number;
        long count = self == null ? SET_UP_IDS.incrementAndGet() : ++self.hashes;
        return new UUID(thread << 16 | 4 << 12, Long.MIN_VALUE | count);
    }

    private static final AtomicLong SET_UP_IDS = new AtomicLong();

    public static void localInit(Object access, int site) {}

    public static int getThreadLocalRandomProbe(Object access, int site) {
        return 1;
    }

    public static int advanceThreadLocalRandomProbe(Object access, int probe, int site) {
        return probe;
    }

    public static int nextSecondaryThreadLocalRandomSeed(Object access, int site) {
        return 1;
    }

    // ---- flight recorder events record nothing

    public static void begin(Object event, int site) {}

    public static void end(Object event, int site) {}

    public static void commit(Object event, int site) {}

    public static boolean shouldCommit(Object event, int site) {
        return false;
    }

    public static boolean isEnabled(Object event, int site) {
        return false;
    }

    // ---- blocking inside of a future

    /** Blocks as ForkJoinPool does for a thread that is none of its own: no compensation. */
    public static void managedBlock(Object blocker, int site) throws InterruptedException {
        try {
            Method isReleasable = blocker.getClass().getMethod("isReleasable");
            Method block = blocker.getClass().getMethod("block");
            isReleasable.setAccessible(true);
            block.setAccessible(true);
            boolean done;
            do {
                done = (boolean) isReleasable.invoke(blocker) || (boolean) block.invoke(blocker);
            } while (!done);
        } catch (InvocationTargetException e) {
            throw new Meant(Objects.requireNonNull(e.getCause()));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
