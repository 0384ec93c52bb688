package dev.baton.check.api;

import dev.baton.check.explore.Violation;
import dev.baton.check.program.InvalidCheckException;
import dev.baton.check.program.ProgramLoader;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Runs jcstress test classes as they are: instead of many samples, every execution. Understands {@code @JCStressTest}
 * with {@code Mode.Continuous} and {@code Mode.Termination}, {@code @JCStressMeta}, {@code @State}, {@code @Actor},
 * {@code @Arbiter}, {@code @Signal}, {@code @Outcome} and the result classes, nested tests included. The outcomes of a
 * termination test are TERMINATED, STALE and ERROR; its methods may take the actor's {@code Thread}.
 */
public final class Jcstress {
    private final Checker checker;
    private boolean showEvery;

    /**
     * Checks with the model and within the bounds of a checker.
     *
     * @param checker how to check
     */
    public Jcstress(Checker checker) {
        this.checker = checker;
    }

    /**
     * Checks the tests in a class and in the classes nested in it.
     *
     * @param type the class
     * @return a result for each test
     */
    public List<JcstressResult> check(Class<?> type) {
        List<JcstressTest> tests = JcstressTest.in(type);
        if (tests.isEmpty()) {
            throw new InvalidCheckException(type.getName() + " holds no @JCStressTest");
        }
        return tests.stream().map(test -> check(test, type.getClassLoader())).toList();
    }

    /**
     * The tests in a class and in the classes nested in it.
     *
     * @param type the class
     * @return the binary names of the classes that are tests
     */
    public static List<String> testsIn(Class<?> type) {
        return JcstressTest.in(type).stream().map(test -> test.className).toList();
    }

    /**
     * Checks one test.
     *
     * @param type the class in which {@link #testsIn} found it
     * @param name the binary name of the test
     * @return its result
     */
    public JcstressResult check(Class<?> type, String name) {
        return JcstressTest.in(type).stream().filter(test -> test.className.equals(name)).findFirst()
                .map(test -> check(test, type.getClassLoader()))
                .orElseThrow(() -> new InvalidCheckException(type.getName() + " holds no @JCStressTest " + name));
    }

    /**
     * Whether to look for an execution of every forbidden outcome, not of the first alone.
     *
     * @param every whether to
     * @return this
     */
    public Jcstress showEvery(boolean every) {
        showEvery = every;
        return this;
    }

    /**
     * The same, and fails on the first test that shows a forbidden outcome, a hang or an exception.
     *
     * @param type the class
     * @return a result for each test
     */
    public List<JcstressResult> assertPassed(Class<?> type) {
        List<JcstressResult> results = check(type);
        results.forEach(JcstressResult::assertPassed);
        return results;
    }

    private JcstressResult check(JcstressTest test, ClassLoader parent) {
        test.validate();
        ProgramLoader loader = checker.newLoader(parent);
        Checker timed = checker.since(System.nanoTime());
        CheckResult found = timed.allExecutions().check(loader,
                scenario -> define(test, loader, scenario, none -> false));
        if (test.termination) {
            return terminated(test, found);
        }
        Map<String, Long> outcomes = new TreeMap<>(found.outcomes());
        return new JcstressResult(test, outcomes, found, shown(test, loader, timed, found));
    }

    /** The result whose violations to show: that of the test, or of the test with forbidden outcomes as violations. */
    private List<CheckResult> shown(JcstressTest test, ProgramLoader loader, Checker timed, CheckResult found) {
        List<String> forbidden = found.outcomes().keySet().stream().filter(each -> test.expectation(each).fails())
                .toList();
        if (!forbidden.isEmpty() && showEvery) {
            return List.of(timed.afresh().allExecutions().check(loader,
                    scenario -> define(test, loader, scenario, forbidden::contains)));
        }
        if (!forbidden.isEmpty() && found.violations().isEmpty()) {
            return List.of(timed.afresh().check(loader,
                    scenario -> define(test, loader, scenario, forbidden.getFirst()::equals)));
        }
        return found.violations().isEmpty() ? List.of() : List.of(found);
    }

    /** The test as a scenario in which a forbidden outcome is a violation. */
    static void define(JcstressTest test, ProgramLoader loader, Scenario scenario) throws Exception {
        test.validate();
        define(test, loader, scenario, outcome -> test.expectation(outcome).fails());
    }

    private static JcstressResult terminated(JcstressTest test, CheckResult found) {
        Map<String, Long> outcomes = new TreeMap<>();
        if (found.executions() > 0) {
            outcomes.put("TERMINATED", found.executions());
        }
        for (Violation violation : found.violations()) {
            switch (violation.kind()) {
                case AWAIT_TERMINATION, PLAIN_POLLING -> outcomes.merge("STALE", 1L, Long::sum);
                case ASSERTION, EXCEPTION -> outcomes.merge("ERROR", 1L, Long::sum);
                case DATA_RACE, SPECIFICATION -> {
                }
            }
        }
        return new JcstressResult(test, outcomes, found, List.of(found));
    }

    // ---- the test as a scenario

    private static void define(JcstressTest test, ProgramLoader loader, Scenario scenario,
            Predicate<String> isForbidden)
            throws Exception {
        Class<?> type = Class.forName(test.className, true, loader);
        Objects objects = new Objects(type, loader, test.termination ? new Thread("actor") : null);
        for (String actor : test.actors) {
            Runnable body = objects.body(actor);
            scenario.actors.add(objects.actorThread == null
                    ? new Scenario.Actor(nameOf(actor), body)
                    : new Scenario.Actor(nameOf(actor), body, objects.actorThread));
        }
        for (String signal : test.signals) {
            scenario.thread(nameOf(signal), objects.body(signal));
        }
        for (String arbiter : test.arbiters) {
            scenario.finallyAssert(objects.body(arbiter));
        }
        scenario.states.addAll(objects.instances.values());
        Object result = objects.result;
        if (result != null) {
            scenario.outcome(result::toString);
            scenario.finallyAssert(() -> {
                String outcome = result.toString();
                if (isForbidden.test(outcome)) {
                    throw new AssertionError("forbidden outcome: " + outcome);
                }
            });
        }
    }

    private static String nameOf(String nameAndType) {
        return nameAndType.substring(0, nameAndType.indexOf('('));
    }

    /** The test instance, the states and the result: one object of each class. */
    private static final class Objects {
        private final Class<?> type;
        private final ProgramLoader loader;
        private final Map<Class<?>, Object> instances = new HashMap<>();
        @Nullable
        private Object result;
        /** The thread of the one actor of a termination test, for methods that ask for it; else null. */
        @Nullable
        private final Thread actorThread;

        Objects(Class<?> type, ProgramLoader loader, @Nullable Thread actorThread) {
            this.type = type;
            this.loader = loader;
            this.actorThread = actorThread;
        }

        Runnable body(String nameAndType) throws Exception {
            Method method = find(nameAndType);
            method.setAccessible(true);
            MethodHandle handle = MethodHandles.lookup().unreflect(method);
            List<Object> arguments = new ArrayList<>();
            if (!Modifier.isStatic(method.getModifiers())) {
                arguments.add(instance(type));
            }
            for (Class<?> parameter : method.getParameterTypes()) {
                arguments.add(
                        parameter == Thread.class && actorThread != null ? actorThread : parameter(method, parameter));
            }
            MethodHandle bound = MethodHandles.insertArguments(handle, 0, arguments.toArray())
                    .asType(MethodType.methodType(void.class));
            return (SetUpPhase.OutsideBody) () -> call(bound);
        }

        private static void call(MethodHandle bound) {
            try {
                bound.invokeExact();
            } catch (Throwable e) {
                throw Reloaded.unchanged(e);
            }
        }

        private Method find(String nameAndType) throws NoSuchMethodException {
            for (Method method : type.getDeclaredMethods()) {
                String signature = method.getName() + MethodType
                        .methodType(method.getReturnType(), method.getParameterTypes()).descriptorString();
                if (signature.equals(nameAndType)) {
                    return method;
                }
            }
            throw new NoSuchMethodException(nameAndType);
        }

        private Object parameter(Method method, Class<?> wanted) throws Exception {
            if (!is(wanted, "State") && !is(wanted, "Result")) {
                throw new InvalidCheckException(type.getName() + "." + method.getName()
                        + ": a parameter must be of a class with @State or @Result, not " + wanted.getName());
            }
            return instance(wanted);
        }

        private boolean is(Class<?> wanted, String annotation) {
            return !wanted.isPrimitive() && !wanted.isArray() && JcstressTest.has(wanted.getName(), loader, annotation);
        }

        private Object instance(Class<?> wanted) throws Exception {
            Object instance = instances.get(wanted);
            if (instance == null) {
                Constructor<?> constructor = wanted.getDeclaredConstructor();
                constructor.setAccessible(true);
                instance = constructor.newInstance();
                instances.put(wanted, instance);
                if (is(wanted, "Result") && !is(wanted, "State")) {
                    result = instance;
                }
            }
            return instance;
        }
    }
}
