package dev.baton.check.api;

import dev.baton.check.program.ProgramLoader;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A method that {@link ModelCheck} marks: what the JUnit extension and the command line run.
 *
 * @param type the class that declares it
 * @param method the method
 */
public record ScenarioMethod(Class<?> type, Method method) {
    /**
     * The marked methods of a class, by name.
     *
     * @param type the class
     * @return the methods
     */
    public static List<ScenarioMethod> in(Class<?> type) {
        List<ScenarioMethod> found = new ArrayList<>();
        for (Method method : type.getDeclaredMethods()) {
            if (method.isAnnotationPresent(ModelCheck.class)) {
                found.add(new ScenarioMethod(type, method));
            }
        }
        found.sort(Comparator.comparing(each -> each.method.getName()));
        return found;
    }

    /** {@return what the annotation says} */
    public ModelCheck settings() {
        return method.getAnnotation(ModelCheck.class);
    }

    /**
     * A checker set up as the annotation asks, for one of its models.
     *
     * @param model the model
     * @return the checker
     */
    public Checker checker(String model) {
        ModelCheck settings = settings();
        Checker checker = new Checker().model(model).loopBound(settings.loopBound()).workers(settings.workers())
                .spuriousWakeups(settings.spuriousWakeups()).maxExecutions(settings.maxExecutions())
                .racesFail(settings.racesFail()).spuriousFailures(settings.spuriousFailures())
                .symmetry(settings.symmetry()).processors(settings.processors()).timeouts(settings.timeouts())
                .clock(settings.clock()).jdkLocks(settings.jdkLocks())
                .jdkFields(settings.jdkFields());
        if (settings.huntSeconds() > 0) {
            return checker.hunt(settings.seed()).timeLimit(Duration.ofSeconds(settings.huntSeconds()));
        }
        return settings.timeLimitSeconds() > 0
                ? checker.timeLimit(Duration.ofSeconds(settings.timeLimitSeconds()))
                : checker;
    }

    /**
     * Explores the method with a checker.
     *
     * @param checker the checker
     * @return what was found
     */
    public CheckResult check(Checker checker) {
        ProgramLoader loader = checker.newLoader(type.getClassLoader());
        return checker.check(loader, scenario -> define(loader, scenario));
    }

    void define(ProgramLoader loader, Scenario scenario) throws Exception {
        Class<?> rewritten = Class.forName(type.getName(), true, loader);
        Object instance = Reloaded.newInstance(rewritten);
        scenario.states.add(instance);
        Class<?> declaring = Class.forName(method.getDeclaringClass().getName(), true, loader);
        Method again = declaring.getDeclaredMethod(method.getName(), method.getParameterTypes());
        again.setAccessible(true);
        int threads = settings().threads();
        if (threads > 0) {
            scenario.threads(threads, (SetUpPhase.OutsideBody) () -> call(again, instance));
        } else if (again.getParameterCount() == 0) {
            scenario.main = (SetUpPhase.OutsideBody) () -> call(again, instance);
        } else {
            Reloaded.invoke(again, instance, scenario);
        }
    }

    private static void call(Method method, Object instance) {
        try {
            Reloaded.invoke(method, instance);
        } catch (Exception e) {
            throw Reloaded.unchanged(e);
        }
    }
}
