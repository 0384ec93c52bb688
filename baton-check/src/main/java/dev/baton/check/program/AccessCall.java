package dev.baton.check.program;

import dev.baton.check.event.AccessMode;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The meaning of an access method of VarHandle or Unsafe, read off its name. */
record AccessCall(Form form, Operation.Update update, AccessMode read, AccessMode write, AccessMode failure,
        boolean weak,
        @Nullable String type) {
    enum Form {
        GET, SET, COMPARE_AND_SET, COMPARE_AND_EXCHANGE, GET_AND_UPDATE
    }

    private static final Pattern NAME = Pattern.compile("(get|set|put|putOrdered|compareAndSet|compareAndSwap"
            + "|weakCompareAndSet|compareAndExchange|getAndSet|getAndAdd|getAndBitwiseOr|getAndBitwiseAnd|getAndBitwiseXor)"
            + "(Int|Long|Reference|Object|Boolean|Byte|Short|Char|Float|Double)?(Plain|Opaque|Volatile|Acquire|Release)?");

    /** Values besides the place: one to write, or one expected and one to write. */
    int values() {
        return switch (form) {
            case GET -> 0;
            case SET, GET_AND_UPDATE -> 1;
            default -> 2;
        };
    }

    /** Null for a name that is no access. */
    static @Nullable AccessCall of(String name, boolean unsafe) {
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches() || unsafe != (matcher.group(2) != null)) {
            return null;
        }
        String base = matcher.group(1);
        String mode = matcher.group(3) == null ? "" : matcher.group(3);
        String type = matcher.group(2);
        return switch (base) {
            case "get" -> simple(Form.GET, mode, type);
            case "set", "put" -> simple(Form.SET, mode, type);
            case "putOrdered" -> simple(Form.SET, "Release", type);
            case "compareAndSet", "compareAndSwap" ->
                update(Form.COMPARE_AND_SET, Operation.Update.COMPARE_AND_SET, mode, false, type);
            case "weakCompareAndSet" ->
                update(Form.COMPARE_AND_SET, Operation.Update.COMPARE_AND_SET, mode, true, type);
            case "compareAndExchange" ->
                update(Form.COMPARE_AND_EXCHANGE, Operation.Update.COMPARE_AND_EXCHANGE, mode, false, type);
            case "getAndSet" -> update(Form.GET_AND_UPDATE, Operation.Update.SET, mode, false, type);
            case "getAndAdd" -> update(Form.GET_AND_UPDATE, Operation.Update.ADD, mode, false, type);
            case "getAndBitwiseOr" -> update(Form.GET_AND_UPDATE, Operation.Update.OR, mode, false, type);
            case "getAndBitwiseAnd" -> update(Form.GET_AND_UPDATE, Operation.Update.AND, mode, false, type);
            default -> update(Form.GET_AND_UPDATE, Operation.Update.XOR, mode, false, type);
        };
    }

    private static AccessCall simple(Form form, String mode, @Nullable String type) {
        AccessMode access = mode.isEmpty()
                ? AccessMode.PLAIN
                : AccessMode.valueOf(mode.toUpperCase(java.util.Locale.ROOT));
        return new AccessCall(form, Operation.Update.NONE, access, access, access, false, type);
    }

    /** The half of an update that its mode does not name is opaque: an update is atomic in any case. */
    private static AccessCall update(Form form, Operation.Update update, String mode, boolean weak,
            @Nullable String type) {
        AccessMode read = AccessMode.VOLATILE;
        AccessMode write = AccessMode.VOLATILE;
        switch (mode) {
            case "Acquire" -> {
                read = AccessMode.ACQUIRE;
                write = AccessMode.OPAQUE;
            }
            case "Release" -> {
                read = AccessMode.OPAQUE;
                write = AccessMode.RELEASE;
            }
            case "Plain" -> {
                read = AccessMode.PLAIN;
                write = AccessMode.PLAIN;
            }
            default -> {
            }
        }
        return new AccessCall(form, update, read, write, read, weak, type);
    }

    private Operation.Access access() {
        return switch (form) {
            case GET -> Operation.Access.READ;
            case SET -> Operation.Access.WRITE;
            default -> Operation.Access.UPDATE;
        };
    }

    /** What a call of the method does with a value of this kind. */
    Operation operation(Operation.Via via, char kind) {
        return new Operation(access(), via, kind, update, null,
                new SiteModes(form == Form.SET ? write : read, write, failure, weak, false));
    }

    /**
     * The place is on the stack: adds the values and calls the access.
     *
     * @param slots the local variables that hold the values, from number {@code first} on
     */
    void call(CodeBuilder code, Site site, List<ClassDesc> values, int[] slots, int first, ClassDesc result) {
        for (int i = 0; i < values.size(); i++) {
            ClassDesc value = values.get(i);
            code.loadLocal(TypeKind.from(value), slots[first + i]);
            boolean comparedOnly = values() == 2 && i == 0;
            ValueEncoding.toLong(code, ValueEncoding.kind(value), site, comparedOnly);
        }
        Hook hook = switch (form) {
            case GET -> Hook.GET;
            case SET -> Hook.SET;
            case COMPARE_AND_SET -> Hook.COMPARE_AND_SET;
            case COMPARE_AND_EXCHANGE -> Hook.COMPARE_AND_EXCHANGE;
            case GET_AND_UPDATE -> Hook.GET_AND_UPDATE;
        };
        hook.call(code, site);
        if (form != Form.SET && form != Form.COMPARE_AND_SET) {
            ValueEncoding.fromLong(code, result, site);
        }
    }
}
