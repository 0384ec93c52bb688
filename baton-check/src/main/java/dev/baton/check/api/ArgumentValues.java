package dev.baton.check.api;

import dev.baton.check.program.InvalidCheckException;
import dev.baton.check.spec.Call;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values for the parameters of operations. They are the same in the world of rewritten classes as outside. */
final class ArgumentValues {
    private ArgumentValues() {}

    /** What a parameter is tried with if nothing is said. */
    static List<@Nullable Object> usual(Class<?> type, Method method) {
        List<@Nullable Object> values = new ArrayList<>();
        if (type.isEnum()) {
            Arrays.stream(type.getEnumConstants()).map(each -> ((Enum<?>) each).name()).forEach(values::add);
        } else if (type == boolean.class || type == Boolean.class) {
            values.addAll(List.of(false, true));
        } else if (type == Object.class || type == String.class || type == CharSequence.class
                || type == Comparable.class) {
            values.addAll(List.of("a", "b"));
        } else {
            values.addAll(List.of(parse("1", type, method), parse("2", type, method)));
        }
        return values;
    }

    /** A value as a source would write it. */
    static @Nullable Object parse(String text, Class<?> type, Method method) {
        if (text.equals("null") && !type.isPrimitive()) {
            return null;
        }
        try {
            return switch (type.getName()) {
                case "int", "java.lang.Integer", "java.lang.Number" -> (Object) Integer.valueOf(text);
                case "long", "java.lang.Long" -> Long.valueOf(text);
                case "short", "java.lang.Short" -> Short.valueOf(text);
                case "byte", "java.lang.Byte" -> Byte.valueOf(text);
                case "double", "java.lang.Double" -> Double.valueOf(text);
                case "float", "java.lang.Float" -> Float.valueOf(text);
                case "boolean", "java.lang.Boolean" -> Boolean.valueOf(text);
                case "char", "java.lang.Character" -> text.charAt(0);
                case "java.lang.String", "java.lang.Object", "java.lang.CharSequence", "java.lang.Comparable" -> text;
                default -> {
                    if (type.isEnum()) {
                        yield text;
                    }
                    throw refusal(text, type, method);
                }
            };
        } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
            throw refusal(text, type, method);
        }
    }

    private static InvalidCheckException refusal(String text, Class<?> type, Method method) {
        return new InvalidCheckException(method.getDeclaringClass().getName() + "." + method.getName()
                + ": no value of " + type.getName() + " is written " + text
                + "; parameters of operations are numbers, truth values, strings and enum constants");
    }

    /** The arguments of a call as a method takes them. */
    static @Nullable Object[] of(Call call, Method method) {
        @Nullable
        Object[] arguments = new @Nullable Object[call.arguments().size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = fitting(call.arguments().get(i), method.getParameterTypes()[i], method);
        }
        return arguments;
    }

    private static @Nullable Object fitting(@Nullable Object value, Class<?> type, Method method) {
        if (type.isEnum() && value instanceof String name) {
            return Arrays.stream(type.getEnumConstants()).filter(each -> ((Enum<?>) each).name().equals(name))
                    .findFirst().orElseThrow(() -> refusal(name, type, method));
        }
        if (value == null || type.isInstance(value)) {
            return value;
        }
        return parse(value.toString(), type, method);
    }
}
