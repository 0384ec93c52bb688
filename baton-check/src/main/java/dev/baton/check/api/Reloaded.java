package dev.baton.check.api;

import dev.baton.check.program.EnvironmentException;
import dev.baton.check.program.InvalidCheckException;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** Finds the code behind a lambda again, in the loader of the rewritten classes. */
final class Reloaded {
    private Reloaded() {}

    static ScenarioBody body(ScenarioBody original, ClassLoader loader) {
        SerializedLambda lambda = serialized(original);
        try {
            Class<?> owner = Class.forName(lambda.getImplClass().replace('/', '.'), true, loader);
            boolean isStatic = lambda.getImplMethodKind() == MethodHandleInfo.REF_invokeStatic;
            int first = isStatic ? 0 : 1;
            int captured = lambda.getCapturedArgCount() - first;
            Object[] arguments = new Object[captured + 1];
            for (int i = 0; i < captured; i++) {
                arguments[i] = reloaded(lambda.getCapturedArg(first + i), loader);
            }
            Object enclosing = isStatic ? null : lambda.getCapturedArg(0);
            Method method = find(owner, lambda.getImplMethodName(), captured + 1);
            return scenario -> {
                arguments[captured] = scenario;
                invoke(method, enclosing == null ? null : anew(enclosing, owner), arguments);
            };
        } catch (ClassNotFoundException e) {
            throw EnvironmentException.missing(lambda.getImplClass().replace('/', '.'), e);
        }
    }

    private static Method find(Class<?> owner, String name, int parameters) {
        for (Method method : owner.getDeclaredMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() == parameters
                    && method.getParameterTypes()[parameters - 1] == Scenario.class) {
                method.setAccessible(true);
                return method;
            }
        }
        throw new InvalidCheckException(
                "a scenario must be a lambda or a method that takes a Scenario: " + owner.getName() + "." + name);
    }

    /** The object whose method a scenario is, made again: constructed anew, with the same numbers and strings. */
    private static Object anew(Object original, Class<?> rewritten) throws Exception {
        if (!original.getClass().getName().equals(rewritten.getName())) {
            throw refusal(original);
        }
        Object fresh = newInstance(rewritten);
        for (Field field : original.getClass().getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                field.setAccessible(true);
                Object value = field.get(original);
                Field again = rewritten.getDeclaredField(field.getName());
                again.setAccessible(true);
                if (isValue(value)) {
                    again.set(fresh, value);
                } else if (value != null && again.get(fresh) == null) {
                    throw new InvalidCheckException("a scenario cannot use the field " + field.getName() + " of "
                            + rewritten.getName() + ", which is set elsewhere: create what it needs inside");
                }
            }
        }
        return fresh;
    }

    /** A new object, with new ones around it if its class is an inner one. */
    static Object newInstance(Class<?> type) throws Exception {
        boolean isInner = type.getEnclosingClass() != null && !Modifier.isStatic(type.getModifiers());
        try {
            Constructor<?> constructor = isInner
                    ? type.getDeclaredConstructor(type.getEnclosingClass())
                    : type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return isInner ? constructor.newInstance(newInstance(type.getEnclosingClass())) : constructor.newInstance();
        } catch (NoSuchMethodException e) {
            throw new InvalidCheckException(type.getName() + " needs a constructor without parameters", e);
        }
    }

    /** A captured value as the rewritten world knows it. */
    private static Object reloaded(Object value, ClassLoader loader) throws ClassNotFoundException {
        if (value instanceof Class<?> type) {
            return type.isPrimitive() ? type : Class.forName(type.getName(), false, loader);
        }
        if (isValue(value)) {
            return value;
        }
        throw refusal(value);
    }

    private static boolean isValue(Object value) {
        return value instanceof String || value instanceof Number && value.getClass().getName().startsWith("java.lang.")
                || value instanceof Boolean || value instanceof Character;
    }

    private static InvalidCheckException refusal(Object value) {
        return new InvalidCheckException("a scenario may capture numbers, strings and classes only, not a "
                + value.getClass().getName() + ": create what it needs inside");
    }

    static void invoke(Method method, @Nullable Object target, Object... arguments) throws Exception {
        try {
            method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e;
        }
    }

    /** Throws an exception of the program as it is, whether or not it is a checked one. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the compiler is not to notice
    static <E extends Throwable> E unchanged(Throwable thrown) throws E {
        throw (E) thrown;
    }

    private static SerializedLambda serialized(ScenarioBody original) {
        try {
            Method write = original.getClass().getDeclaredMethod("writeReplace");
            write.setAccessible(true);
            return (SerializedLambda) write.invoke(original);
        } catch (ReflectiveOperationException e) {
            throw new InvalidCheckException("a scenario must be a lambda or a method reference", e);
        }
    }
}
