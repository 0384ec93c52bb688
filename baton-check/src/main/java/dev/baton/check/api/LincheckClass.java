package dev.baton.check.api;

import dev.baton.check.program.EnvironmentException;
import dev.baton.check.program.InvalidCheckException;
import dev.baton.check.spec.Call;
import dev.baton.check.spec.CallKind;
import dev.baton.check.spec.CallScenario;
import dev.baton.check.spec.ScenarioSize;
import java.lang.classfile.Annotation;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A test class of Lincheck as a class with a specification. */
final class LincheckClass {
    /*
     * What differs from Lincheck: all scenarios up to a size are explored, not some of exactly that size. The size is the
     * test's, but not more than this, as the number of scenarios grows with the number of calls in the exponent.
     */
    private static final int MOST_THREADS = 3;
    private static final int MOST_CALLS = 2;
    private static final int MOST_BEFORE = 1;
    private static final int MOST_IN_ALL = 4;
    private static final int AFTER = 6;
    private static final Set<String> ABORTED = Set.of("InterruptedException", "TimeoutException",
            "CancellationException");

    private LincheckClass() {}

    /** Whether a class or a superclass of it has an operation of Lincheck, and objects of it can be made. */
    static boolean isOne(Class<?> type) {
        return !type.isInterface() && !Modifier.isAbstract(type.getModifiers()) && type.getClassLoader() != null
                && lineage(type).stream().flatMap(each -> each.methods().stream())
                        .anyMatch(each -> LincheckAnnotations.find(each, "Operation").isPresent());
    }

    /** The class files of a class and its superclasses, as far as they are no part of the JDK. */
    static List<ClassModel> lineage(Class<?> type) {
        List<ClassModel> all = new ArrayList<>();
        for (Class<?> each = type; each != null && each.getClassLoader() != null; each = each.getSuperclass()) {
            all.add(LincheckAnnotations.parse(each));
        }
        return all;
    }

    static SpecifiedClass of(Class<?> type) {
        List<ClassModel> lineage = lineage(type);
        LincheckParameters parameters = new LincheckParameters(type, lineage);
        List<SpecifiedClass.Entry> operations = new ArrayList<>();
        List<Method> validations = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        Class<?> declaring = type;
        for (ClassModel model : lineage) {
            for (MethodModel each : model.methods()) {
                if (each.flags().has(AccessFlag.BRIDGE)) {
                    continue; // of a method above, with its annotations
                }
                String signature = each.methodName().stringValue() + each.methodType().stringValue();
                Annotation operation = LincheckAnnotations.find(each, "Operation").orElse(null);
                if (operation != null && seen.add(signature)) {
                    Method method = method(declaring, each);
                    operations.add(new SpecifiedClass.Entry(
                            kind(operations.size(), method, each, operation, parameters), method));
                } else if (LincheckAnnotations.find(each, "Validate").isPresent() && seen.add(signature)) {
                    validations.add(method(declaring, each));
                }
            }
            declaring = declaring.getSuperclass();
        }
        LincheckOptions options = options(type, lineage);
        return new SpecifiedClass(type, sequential(type, options), operations, size(options), options.correctness(),
                false, List.of("rc11"), options.fails(), validations, scenarios(type, operations, options),
                options.generates());
    }

    private static CallKind kind(int number, Method method, MethodModel model, Annotation operation,
            LincheckParameters parameters) {
        if (model.methodType().stringValue().contains("Lkotlin/coroutines/Continuation;)")) {
            throw new InvalidCheckException(method.getDeclaringClass().getName() + "." + method.getName()
                    + " is a suspending function: scenarios are made of functions that return or wait");
        }
        String group = LincheckAnnotations.text(operation, "nonParallelGroup");
        return new CallKind(number, method.getName(), parameters.of(method, model, operation),
                group.isEmpty() ? LincheckAnnotations.text(operation, "group") : group,
                LincheckAnnotations.flag(operation, "runOnce"),
                LincheckAnnotations.flag(operation, "blocking"), ABORTED, CallKind.UNBOUNDED);
    }

    private static Method method(Class<?> declaring, MethodModel model) {
        Method[] methods;
        try {
            methods = declaring.getDeclaredMethods();
        } catch (NoClassDefFoundError missing) {
            throw EnvironmentException.missing(String.valueOf(missing.getMessage()).replace('/', '.'), missing);
        }
        for (Method each : methods) {
            if (model.methodName().equalsString(each.getName())
                    && model.methodTypeSymbol().descriptorString().equals(java.lang.invoke.MethodType
                            .methodType(each.getReturnType(), each.getParameterTypes()).descriptorString())) {
                return each;
            }
        }
        throw new IllegalStateException(model.methodName().stringValue());
    }

    private static LincheckOptions options(Class<?> type, List<ClassModel> lineage) {
        List<LincheckOptions> found = new ArrayList<>();
        for (ClassModel each : lineage) {
            found.addAll(LincheckOptions.of(each));
        }
        for (Class<?> holder = type; holder != null && found.isEmpty(); holder = holder.getEnclosingClass()) {
            found.addAll(OptionsRecorder.read(holder, type));
        }
        return found.stream().reduce(LincheckOptions::and).orElse(LincheckOptions.USUAL);
    }

    private static Class<?> sequential(Class<?> type, LincheckOptions options) {
        if (options.sequential() == null) {
            return type;
        }
        try {
            return Class.forName(options.sequential(), false, type.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw EnvironmentException.missing(options.sequential(), e);
        }
    }

    private static ScenarioSize size(LincheckOptions options) {
        return new ScenarioSize(Math.clamp(options.threads(), 1, MOST_THREADS),
                Math.clamp(options.calls(), 1, MOST_CALLS), Math.clamp(options.before(), 0, MOST_BEFORE),
                options.after() == 0 ? 0 : AFTER, MOST_IN_ALL);
    }

    private static List<CallScenario> scenarios(Class<?> type, List<SpecifiedClass.Entry> operations,
            LincheckOptions options) {
        List<CallScenario> scenarios = new ArrayList<>();
        for (LincheckOptions.Lines each : options.scenarios()) {
            List<List<Call>> threads = new ArrayList<>();
            each.threads().forEach(thread -> threads.add(calls(type, operations, thread)));
            scenarios.add(new CallScenario(calls(type, operations, each.before()), threads,
                    calls(type, operations, each.after()), -1));
        }
        return scenarios;
    }

    private static List<Call> calls(Class<?> type, List<SpecifiedClass.Entry> operations,
            List<LincheckOptions.Line> lines) {
        List<Call> calls = new ArrayList<>();
        for (LincheckOptions.Line line : lines) {
            List<@Nullable Object> arguments = line.arguments();
            calls.add(operations.stream()
                    .filter(each -> each.method().getName().equals(line.method())
                            && each.method().getParameterCount() == arguments.size())
                    .findFirst().map(each -> new Call(each.kind(), arguments))
                    .orElseThrow(() -> new InvalidCheckException(type.getName() + ": a scenario of the test calls "
                            + line.method() + ", which is no operation")));
        }
        return calls;
    }
}
