package dev.baton.check.api;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;

/** Calls of VarHandles with all sorts of types; each says what it returned or threw, and what it left in the place. */
@SuppressWarnings({"UnusedVariable", "ReturnValueIgnored"})
final class HandleConversions {
    private HandleConversions() {}

    static class Parent {
        long inherited = 10;
    }

    static class Fields extends Parent {
        long number = 1;
        int small = 2;
        double real = 1.5;
        boolean flag;
        byte tiny = 3;
        Number boxed = 7;
        Object any = "a";
        String text = "t";
        final int fixed = 9;
        static long shared = 4;
        final long[] longs = {1, 2, 3};
        final Object[] strings = new String[]{"x", "y"};

        void reset() {
            shared = 4;
        }
    }

    /** One call. */
    interface Call {
        Object on(Fields fields);
    }

    private static final VarHandle INHERITED;
    private static final VarHandle NUMBER;
    private static final VarHandle EXACT;
    private static final VarHandle SMALL;
    private static final VarHandle REAL;
    private static final VarHandle FLAG;
    private static final VarHandle TINY;
    private static final VarHandle BOXED;
    private static final VarHandle ANY;
    private static final VarHandle TEXT;
    private static final VarHandle FIXED;
    private static final VarHandle SHARED;
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle OBJECTS = MethodHandles.arrayElementVarHandle(Object[].class);

    static {
        try {
            var lookup = MethodHandles.lookup();
            INHERITED = lookup.findVarHandle(Fields.class, "inherited", long.class);
            NUMBER = lookup.findVarHandle(Fields.class, "number", long.class);
            EXACT = NUMBER.withInvokeExactBehavior();
            SMALL = lookup.findVarHandle(Fields.class, "small", int.class);
            REAL = lookup.findVarHandle(Fields.class, "real", double.class);
            FLAG = lookup.findVarHandle(Fields.class, "flag", boolean.class);
            TINY = lookup.findVarHandle(Fields.class, "tiny", byte.class);
            BOXED = lookup.findVarHandle(Fields.class, "boxed", Number.class);
            ANY = lookup.findVarHandle(Fields.class, "any", Object.class);
            TEXT = lookup.findVarHandle(Fields.class, "text", String.class);
            FIXED = lookup.findVarHandle(Fields.class, "fixed", int.class);
            SHARED = lookup.findStaticVarHandle(Fields.class, "shared", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static Object done(Runnable call) {
        call.run();
        return "done";
    }

    static final List<Call> CALLS = List.of(
            // null, and references of other types
            f -> done(() -> ANY.set(f, null)), f -> done(() -> ANY.setRelease(f, "b")),
            f -> done(() -> TEXT.set(f, null)), f -> done(() -> TEXT.setVolatile(f, (Object) "u")),
            f -> done(() -> TEXT.setOpaque(f, (Object) 5)), f -> ANY.compareAndSet(f, "a", null),
            f -> ANY.compareAndSet(f, null, "n"), f -> TEXT.compareAndSet(f, (Object) "t", (Object) "c"),
            f -> (String) TEXT.getAndSet(f, (Object) "s"), f -> (Object) TEXT.getAcquire(f),
            f -> (CharSequence) ANY.getVolatile(f), f -> (Integer) ANY.get(f),
            f -> (String) ANY.compareAndExchange(f, "a", "e"), f -> done(() -> BOXED.set(f, 8)),
            f -> (int) BOXED.getAndSet(f, (Integer) 3), f -> (Number) BOXED.get((Object) f),
            // numbers that widen, and those that cannot be narrowed
            f -> done(() -> NUMBER.set(f, 5)), f -> done(() -> NUMBER.setRelease(f, 'c')),
            f -> (long) NUMBER.getAndAdd(f, 2), f -> NUMBER.compareAndSet(f, 1, 6),
            f -> (long) NUMBER.compareAndExchange(f, (byte) 1, (short) 7), f -> (double) NUMBER.getVolatile(f),
            f -> (float) SMALL.getOpaque(f), f -> (long) SMALL.getAndBitwiseOr(f, 5), f -> (int) NUMBER.get(f),
            f -> done(() -> SMALL.set(f, 5L)), f -> done(() -> REAL.set(f, 3)), f -> (double) REAL.getAndAdd(f, 2),
            f -> (int) TINY.getAndAdd(f, (byte) 127), f -> done(() -> FLAG.set(f, 1)),
            // boxes
            f -> done(() -> NUMBER.set(f, (Long) 12L)), f -> done(() -> NUMBER.set(f, (Integer) 12)),
            f -> (Long) NUMBER.get(f), f -> (Object) NUMBER.getAcquire(f), f -> (Number) SMALL.getVolatile(f),
            f -> done(() -> NUMBER.setVolatile(f, (Long) null)), f -> done(() -> NUMBER.set(f, (Object) 3)),
            f -> done(() -> NUMBER.set(f, (Object) "no")), f -> (Boolean) FLAG.getAndSet(f, (Boolean) true),
            f -> done(() -> REAL.set(f, (Double) 9.5)), f -> (Integer) TINY.get(f),
            // results dropped
            f -> done(() -> NUMBER.getAndAdd(f, 5)), f -> done(() -> ANY.getAndSet(f, "d")),
            f -> done(() -> ANY.compareAndExchange(f, "a", "x")), f -> done(() -> NUMBER.getVolatile(f)),
            // exactly the handle's types, or nothing
            f -> done(() -> EXACT.set(f, 5L)), f -> done(() -> EXACT.set(f, 5)), f -> (long) EXACT.getAndAdd(f, 3L),
            f -> (Object) EXACT.get(f), f -> done(() -> EXACT.getVolatile(f)),
            // places of other sorts
            f -> (long) INHERITED.getAndAdd(f, 1), f -> done(() -> INHERITED.setRelease(f, 11L)),
            f -> (long) INHERITED.getVolatile((Object) f), f -> done(() -> INHERITED.set((Object) "none", 1L)),
            f -> (long) SHARED.getAndAdd(2), f -> done(() -> SHARED.set(8)), f -> (Object) SHARED.getVolatile(),
            f -> (long) LONGS.getAndAdd(f.longs, 1, 5), f -> done(() -> LONGS.setVolatile(f.longs, (short) 2, 6)),
            f -> (Object) LONGS.get(f.longs, (Integer) 0), f -> done(() -> LONGS.set(f.longs, 3, 1L)),
            f -> done(() -> OBJECTS.set(f.strings, 0, null)), f -> (String) OBJECTS.getAndSet(f.strings, 1, "z"),
            f -> done(() -> OBJECTS.setRelease(f.strings, 0, 5)),
            f -> OBJECTS.compareAndSet(f.strings, 0, "x", 5), f -> done(() -> OBJECTS.set((Object) f.longs, 0, "q")),
            // what the handle does not have
            f -> done(() -> FIXED.set(f, 1)), f -> (int) FIXED.getVolatile(f), f -> (boolean) FLAG.getAndAdd(f, true),
            f -> (String) TEXT.getAndAdd(f, "x"), f -> done(() -> NUMBER.set(f)), f -> (long) NUMBER.get(f, 1),
            f -> done(() -> NUMBER.set((Fields) null, 1)), f -> (long) NUMBER.getAcquire((Object) null));

    /** What a call did, in words. */
    static String outcome(int number, Fields fields) {
        String said;
        try {
            said = String.valueOf(CALLS.get(number).on(fields));
        } catch (RuntimeException thrown) {
            said = thrown.getClass().getSimpleName();
        }
        return said + " " + fields.inherited + " " + fields.number + " " + fields.small + " " + fields.real + " "
                + fields.flag + " " + fields.tiny + " " + fields.boxed + " " + fields.any + " " + fields.text + " "
                + Fields.shared + " " + fields.longs[0] + " " + fields.longs[1] + " " + fields.longs[2] + " "
                + fields.strings[0] + " " + fields.strings[1];
    }
}
