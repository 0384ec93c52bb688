package dev.baton.check.api;

import dev.baton.check.program.InvalidCheckException;
import dev.baton.check.spec.Call;
import dev.baton.check.spec.CallKind;
import dev.baton.check.spec.CallScenario;
import dev.baton.check.spec.Correctness;
import dev.baton.check.spec.ScenarioSize;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A class with a specification, as its annotations describe it.
 *
 * @param type        the class
 * @param sequential  the sequential class
 * @param operations  the operations, and the method of each
 * @param size        how large scenarios get
 * @param correctness which order of calls counts
 * @param interrupts  whether threads are interrupted
 * @param models      the memory models to check under
 * @param expectsViolation whether a violation is what the check wants to see
 * @param validations methods that throw if the state after the threads is wrong
 * @param scenarios   scenarios that the class names itself, explored first
 * @param generates   whether scenarios are made
 */
record SpecifiedClass(Class<?> type, Class<?> sequential, List<Entry> operations, ScenarioSize size,
        Correctness correctness, boolean interrupts, List<String> models, boolean expectsViolation,
        List<Method> validations, List<CallScenario> scenarios, boolean generates) {
    /**
     * An operation and its method.
     *
     * @param kind   the operation
     * @param method the method of the class
     */
    record Entry(CallKind kind, Method method) {
        /** Whether a call asks for something and gets a future of it: the answer is the result of the call. */
        boolean isRequest() {
            return SpecifiedClass.isRequest(method);
        }

        /** Whether a call has no result. */
        boolean isVoid() {
            return method.getReturnType() == void.class
                    || isRequest() && method.getGenericReturnType() instanceof ParameterizedType type
                            && type.getActualTypeArguments()[0] == Void.class;
        }
    }

    SpecifiedClass {
        operations = List.copyOf(operations);
        models = List.copyOf(models);
        validations = List.copyOf(validations);
        scenarios = List.copyOf(scenarios);
    }

    static boolean isOne(Class<?> type) {
        return type.isAnnotationPresent(Specification.class) || LincheckClass.isOne(type);
    }

    static SpecifiedClass of(Class<?> type) {
        Specification settings = type.getAnnotation(Specification.class);
        if (settings == null && LincheckClass.isOne(type)) {
            return LincheckClass.of(type);
        }
        if (settings == null) {
            throw new InvalidCheckException(type.getName() + " has no @Specification");
        }
        List<Method> methods = new ArrayList<>();
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            Arrays.stream(each.getDeclaredMethods())
                    .filter(method -> method.isAnnotationPresent(Operation.class) && !method.isBridge())
                    .sorted(Comparator.comparing(Method::getName)).forEach(methods::add);
        }
        if (methods.isEmpty()) {
            throw new InvalidCheckException(type.getName() + " has a @Specification and no @Operation");
        }
        List<Entry> operations = new ArrayList<>();
        for (Method method : methods) {
            operations.add(new Entry(kind(operations.size(), method), method));
        }
        ScenarioSize size;
        try {
            size = new ScenarioSize(settings.threads(), settings.calls(), settings.initial(), settings.last());
        } catch (IllegalArgumentException e) {
            throw new InvalidCheckException(type.getName() + ": " + e.getMessage(), e);
        }
        return new SpecifiedClass(type, settings.value() == void.class ? type : settings.value(), operations, size,
                settings.correctness(), settings.interrupts(), List.of(settings.models()),
                settings.expectViolation(), List.of(), List.of(), true);
    }

    private static boolean isRequest(Method method) {
        return Future.class.isAssignableFrom(method.getReturnType())
                || CompletionStage.class.isAssignableFrom(method.getReturnType());
    }

    private static CallKind kind(int number, Method method) {
        Operation marked = method.getAnnotation(Operation.class);
        List<List<@Nullable Object>> arguments = new ArrayList<>();
        for (Parameter parameter : method.getParameters()) {
            arguments.add(values(method, parameter));
        }
        return new CallKind(number, method.getName(), arguments, marked.group(), marked.once(),
                marked.blocking() || isRequest(method), Set.of(marked.aborted()), marked.overtaken());
    }

    private static List<@Nullable Object> values(Method method, Parameter parameter) {
        Values given = parameter.getAnnotation(Values.class);
        List<@Nullable Object> values = new ArrayList<>();
        if (given != null && given.fresh()) {
            values.add(CallKind.FRESH);
        } else if (given != null && given.value().length > 0) {
            for (String text : given.value()) {
                values.add(ArgumentValues.parse(text, parameter.getType(), method));
            }
        } else {
            values.addAll(ArgumentValues.usual(parameter.getType(), method));
        }
        return values;
    }

    /** The operation of a call. */
    Entry entry(Call call) {
        return operations.get(call.operation().number());
    }

    List<CallKind> kinds() {
        return operations.stream().map(Entry::kind).toList();
    }
}
