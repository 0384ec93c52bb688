package dev.baton.check.api;

import java.lang.invoke.SerializedLambda;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** Finds the code behind a lambda again, in the loader of the rewritten classes. */
final class Reloaded {
    private Reloaded() {}

    static ScenarioBody body(ScenarioBody original, ClassLoader loader) {
        SerializedLambda lambda = serialized(original);
        int captured = lambda.getCapturedArgCount();
        Object[] arguments = new Object[captured + 1];
        try {
            for (int i = 0; i < captured; i++) {
                arguments[i] = reloaded(lambda.getCapturedArg(i), loader);
            }
            Class<?> owner = Class.forName(lambda.getImplClass().replace('/', '.'), true, loader);
            for (Method method : owner.getDeclaredMethods()) {
                if (method.getName().equals(lambda.getImplMethodName()) && Modifier.isStatic(method.getModifiers())
                        && method.getParameterCount() == captured + 1) {
                    method.setAccessible(true);
                    return scenario -> {
                        arguments[captured] = scenario;
                        invoke(method, null, arguments);
                    };
                }
            }
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(e);
        }
        throw new IllegalArgumentException("a scenario must be a lambda or a static method: " + lambda);
    }

    /** A captured value as the rewritten world knows it. */
    private static Object reloaded(Object value, ClassLoader loader) throws ClassNotFoundException {
        if (value instanceof Class<?> type) {
            return type.isPrimitive() ? type : Class.forName(type.getName(), false, loader);
        }
        if (value instanceof String || value instanceof Number || value instanceof Boolean
                || value instanceof Character) {
            return value;
        }
        throw new IllegalArgumentException("a scenario may capture numbers, strings and classes only, not a "
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

    private static SerializedLambda serialized(ScenarioBody original) {
        try {
            Method write = original.getClass().getDeclaredMethod("writeReplace");
            write.setAccessible(true);
            return (SerializedLambda) write.invoke(original);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("a scenario must be a lambda or a method reference", e);
        }
    }
}
