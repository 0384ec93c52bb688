package dev.baton.check.api;

import java.lang.invoke.SerializedLambda;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** Finds the code behind a lambda again, in the loader of the rewritten classes. */
final class Reloaded {
    private Reloaded() {}

    static ScenarioBody body(ScenarioBody original, ClassLoader loader) {
        SerializedLambda lambda = serialized(original);
        if (lambda.getCapturedArgCount() > 0) {
            throw new IllegalArgumentException(
                    "a scenario may not capture variables from outside (it has " + lambda.getCapturedArgCount()
                            + "): create what it needs inside");
        }
        try {
            Class<?> owner = Class.forName(lambda.getImplClass().replace('/', '.'), true, loader);
            for (Method method : owner.getDeclaredMethods()) {
                if (method.getName().equals(lambda.getImplMethodName()) && Modifier.isStatic(method.getModifiers())
                        && method.getParameterCount() == 1) {
                    method.setAccessible(true);
                    return scenario -> invoke(method, null, scenario);
                }
            }
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(e);
        }
        throw new IllegalArgumentException("a scenario must be a lambda or a static method: " + lambda);
    }

    static void invoke(Method method, Object target, Object... arguments) throws Exception {
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
