package dev.baton.check.api;

import dev.baton.check.program.InvalidCheckException;
import dev.baton.check.spec.Call;
import dev.baton.check.spec.CallKind;
import dev.baton.check.spec.SequentialObject;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Objects of a sequential class, as it was compiled, outside the world of rewritten classes. */
final class SequentialClass {
    private final Class<?> type;
    private final boolean knowsEquals;
    private final Map<Integer, Method> methods = new HashMap<>();
    /** The operations without a result. */
    private final Set<CallKind> without = new HashSet<>();

    SequentialClass(SpecifiedClass specified) {
        this.type = specified.sequential();
        for (SpecifiedClass.Entry each : specified.operations()) {
            Method method = counterpart(each.method());
            method.setAccessible(true);
            methods.put(each.kind().number(), method);
            if (each.isVoid()) {
                without.add(each.kind());
            }
        }
        boolean overridden;
        try {
            overridden = type.getMethod("equals", Object.class).getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException e) {
            overridden = false;
        }
        this.knowsEquals = overridden;
    }

    private Method counterpart(Method operation) {
        Method found = null;
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                if (!method.getName().equals(operation.getName())
                        || method.getParameterCount() != operation.getParameterCount()
                        || method.isBridge() || !takes(method, operation)) {
                    continue;
                }
                if (found == null || List.of(method.getParameterTypes()).equals(
                        List.of(operation.getParameterTypes())) && found.getDeclaringClass() == each) {
                    found = method;
                }
            }
        }
        if (found == null) {
            throw new InvalidCheckException("the sequential " + type.getName() + " has no method for the operation "
                    + operation.getName() + " with " + operation.getParameterCount() + " parameters");
        }
        return found;
    }

    /** The same request; what it completes with does not matter. */
    private static CompletableFuture<Object> withoutResult(CompletableFuture<?> request) {
        CompletableFuture<Object> shown = new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean mayInterrupt) {
                return request.cancel(mayInterrupt) && super.cancel(mayInterrupt);
            }
        };
        CompletableFuture<?> _ = request.whenComplete((_, failure) -> {
            if (failure == null) {
                shown.complete(CallBodies.VOID);
            } else {
                shown.completeExceptionally(failure);
            }
        });
        return shown;
    }

    private static boolean takes(Method method, Method operation) {
        for (int i = 0; i < method.getParameterCount(); i++) {
            if (!boxed(method.getParameterTypes()[i]).isAssignableFrom(boxed(operation.getParameterTypes()[i]))) {
                return false;
            }
        }
        return true;
    }

    private static Class<?> boxed(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }

    /** A new object. */
    SequentialObject newObject() {
        Object object;
        try {
            object = Reloaded.newInstance(type);
        } catch (InvocationTargetException e) {
            throw new InvalidCheckException("the sequential " + type.getName() + " cannot be made: " + e.getCause(), e);
        } catch (InvalidCheckException e) {
            throw e;
        } catch (Exception e) {
            throw new InvalidCheckException("the sequential " + type.getName() + " cannot be made: " + e, e);
        }
        return new SequentialObject() {
            @Override
            public @Nullable Object apply(Call call) throws Throwable {
                Method method = methods.get(call.operation().number());
                if (method == null) {
                    throw new IllegalStateException(call.text());
                }
                try {
                    Object result = method.invoke(object, ArgumentValues.of(call, method));
                    if (method.getReturnType() == void.class) {
                        return CallBodies.VOID;
                    }
                    return result instanceof CompletionStage<?> stage && without.contains(call.operation())
                            ? withoutResult(stage.toCompletableFuture())
                            : result;
                } catch (InvocationTargetException e) {
                    throw e.getCause() == null ? e : e.getCause();
                }
            }

            @Override
            public @Nullable Object state() {
                if (object instanceof Collection<?> collection) {
                    return new ArrayList<Object>(collection);
                }
                return knowsEquals ? object : null;
            }
        };
    }
}
