package dev.baton.check.api;

import dev.baton.check.program.InvalidCheckException;
import dev.baton.check.spec.Correctness;
import java.lang.classfile.Annotation;
import java.lang.classfile.ClassModel;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What tests of Lincheck say of the scenarios of a class.
 *
 * @param threads    the most threads
 * @param calls      calls of a thread
 * @param before     calls before the threads
 * @param after      calls after them
 * @param sequential the name of the sequential class; null for the class itself
 * @param verifier   the name of the verifier; null for linearizability
 * @param generates  whether scenarios are made
 * @param scenarios  scenarios of the test itself
 * @param fails      whether the test wants a failure
 */
record LincheckOptions(int threads, int calls, int before, int after, @Nullable String sequential,
        @Nullable String verifier, boolean generates, List<Lines> scenarios, boolean fails) {
    /** Lincheck's own defaults. */
    static final LincheckOptions USUAL = new LincheckOptions(2, 5, 5, 5, null, null, true, List.of(), false);

    /** A call that a test names: the method by name and number of parameters. */
    record Line(String method, List<@Nullable Object> arguments) {}

    /** A scenario that a test names. */
    record Lines(List<Line> before, List<List<Line>> threads, List<Line> after) {}

    /** Reads an object of Lincheck's options. */
    static LincheckOptions of(Object options, boolean fails) throws ReflectiveOperationException {
        List<Lines> scenarios = new ArrayList<>();
        for (Object each : (List<?>) field(options, "customScenarios")) {
            List<List<Line>> threads = new ArrayList<>();
            for (Object thread : (List<?>) field(each, "parallelExecution")) {
                threads.add(lines(thread));
            }
            scenarios.add(new Lines(lines(field(each, "initExecution")), threads,
                    lines(field(each, "postExecution"))));
        }
        Class<?> sequential = (Class<?>) value(options, "sequentialSpecification");
        return new LincheckOptions((int) field(options, "threads"), (int) field(options, "actorsPerThread"),
                (int) field(options, "actorsBefore"), (int) field(options, "actorsAfter"),
                sequential == null ? null : sequential.getName(), ((Class<?>) field(options, "verifier")).getName(),
                (int) field(options, "iterations") > 0, scenarios, fails && !asksForProgress(options));
    }

    /** Whether a failure may be meant for a call that waits: that question is not asked here. */
    private static boolean asksForProgress(Object options) {
        try {
            return (boolean) field(options, "checkObstructionFreedom");
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** Reads the annotations of Lincheck 2 that stand on a class. */
    static List<LincheckOptions> of(ClassModel model) {
        List<LincheckOptions> found = new ArrayList<>();
        for (String name : List.of("ModelCheckingCTest", "StressCTest")) {
            for (Annotation each : LincheckAnnotations.repeated(model, name)) {
                String sequential = LincheckAnnotations.className(each, "sequentialSpecification");
                String verifier = LincheckAnnotations.className(each, "verifier");
                found.add(new LincheckOptions(LincheckAnnotations.number(each, "threads", USUAL.threads),
                        LincheckAnnotations.number(each, "actorsPerThread", USUAL.calls),
                        LincheckAnnotations.number(each, "actorsBefore", USUAL.before),
                        LincheckAnnotations.number(each, "actorsAfter", USUAL.after),
                        sequential.isEmpty() || sequential.endsWith(".DummySequentialSpecification")
                                ? null
                                : sequential,
                        verifier.isEmpty() ? null : verifier, true, List.of(), false));
            }
        }
        return found;
    }

    private static Object field(Object object, String name) throws ReflectiveOperationException {
        Object value = value(object, name);
        if (value == null) {
            throw new NoSuchFieldException(name);
        }
        return value;
    }

    private static @Nullable Object value(Object object, String name) throws ReflectiveOperationException {
        for (Class<?> each = object.getClass(); each != null; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return field.get(object);
                }
            }
        }
        throw new NoSuchFieldException(name);
    }

    private static List<Line> lines(Object actors) throws ReflectiveOperationException {
        List<Line> lines = new ArrayList<>();
        for (Object each : (List<?>) actors) {
            List<@Nullable Object> arguments = new ArrayList<>((List<?>) field(each, "arguments"));
            lines.add(new Line(((Method) field(each, "method")).getName(), arguments));
        }
        return lines;
    }

    /** What this one and another say together: the larger scenarios, and the scenarios of both. */
    LincheckOptions and(LincheckOptions other) {
        List<Lines> both = new ArrayList<>(scenarios);
        other.scenarios.stream().filter(each -> !both.contains(each)).forEach(both::add);
        return new LincheckOptions(Math.max(threads, other.threads), Math.max(calls, other.calls),
                Math.max(before, other.before), Math.max(after, other.after),
                sequential == null ? other.sequential : sequential, verifier == null ? other.verifier : verifier,
                generates || other.generates, both, fails && other.fails);
    }

    Correctness correctness() {
        String name = verifier == null ? "LinearizabilityVerifier" : verifier.substring(verifier.lastIndexOf('.') + 1);
        return switch (name) {
            case "LinearizabilityVerifier" -> Correctness.LINEARIZABLE;
            case "QuiescentConsistencyVerifier" -> Correctness.QUIESCENTLY_CONSISTENT;
            case "SerializabilityVerifier" -> Correctness.SERIALIZABLE;
            default -> throw new InvalidCheckException("the verifier " + verifier
                    + " is not known; known are linearizability, quiescent consistency and serializability");
        };
    }
}
