package dev.baton.cli;

import dev.baton.check.api.Checker;
import dev.baton.check.api.Jcstress;
import dev.baton.check.api.ScenarioMethod;
import dev.baton.check.api.Specifications;
import dev.baton.check.explain.SourcePath;
import dev.baton.check.program.EnvironmentException;
import dev.baton.proof.scenario.ProofScenario;
import dev.baton.proof.scenario.ProofScenarios;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a call of {@code baton check} is going to check, in order: what is wrong with it is said before anything runs. */
final class CheckPlan {
    private static final String DEFAULT_MODEL = "rc11";
    /** What a scenario gets that is known to take long. */
    private static final Duration DEEP_LIMIT = Duration.ofMinutes(2);

    private final List<String> models;
    private final List<Path> sources;

    /**
     * A plan in the making.
     *
     * @param models  to check under; empty for what each check says itself
     * @param sources directories with sources, beside those that are found
     */
    CheckPlan(List<String> models, List<Path> sources) {
        this.models = models;
        this.sources = sources;
    }

    /** The proof of Baton's own primitives; its long scenarios only in a deep run. */
    List<PlannedCheck> shipped(boolean deep) {
        SourcePath path = new SourcePath(withOwnSources(), CheckPlan.class.getClassLoader());
        List<PlannedCheck> plan = new ArrayList<>();
        for (String model : modelsOr(DEFAULT_MODEL)) {
            Map<String, List<PlannedCheck>> groups = new LinkedHashMap<>();
            for (ProofScenario scenario : ProofScenarios.all()) {
                if (deep || !scenario.deep()) {
                    groups.computeIfAbsent(scenario.primitive(), _ -> new ArrayList<>())
                            .add(planned(scenario, model, path));
                }
            }
            groups.values().forEach(plan::addAll);
        }
        return plan;
    }

    private static PlannedCheck planned(ProofScenario scenario, String model, SourcePath path) {
        String words = scenario.primitive() + ": " + scenario.description();
        CheckName name = new CheckName(words, words);
        return new PlannedCheck(scenario.primitive(), name, "", model, false, path, tuning -> {
            Checker checker = new Checker().model(model).symmetry(scenario.symmetric()).processors(2)
                    .spuriousWakeups(scenario.spurious());
            Checker limited = scenario.deep() ? checker.timeLimit(DEEP_LIMIT) : checker;
            return Explored.of(name, tuning.apply(limited).check(scenario.body()), false);
        });
    }

    /** The checks of the classes that the user named: a class that cannot be looked into is one that fails. */
    List<PlannedCheck> of(CheckTargets targets, boolean everyOutcome) {
        SourcePath path = new SourcePath(sources, targets.loader());
        Map<String, PlannedCheck> plan = new LinkedHashMap<>();
        for (String name : targets.found()) {
            try {
                add(plan, of(Class.forName(name, false, targets.loader()), path, everyOutcome));
            } catch (ClassNotFoundException | RuntimeException | LinkageError failure) {
                add(plan, List.of(failed(name, failure, path)));
            }
        }
        for (Class<?> type : targets.named()) {
            List<PlannedCheck> checks;
            try {
                checks = of(type, path, everyOutcome);
            } catch (RuntimeException | LinkageError failure) {
                checks = List.of(failed(type.getName(), failure, path));
            }
            if (checks.isEmpty()) {
                throw new InputProblem("the class '" + type.getName() + (type.getClassLoader() == null
                        ? "' belongs to the JDK and holds no check."
                        : "' holds no @ModelCheck method and no @JCStressTest, and has no @Specification."));
            }
            add(plan, checks);
        }
        return List.copyOf(plan.values());
    }

    /** A check that was found twice, as that of a nested class can be, is run once. */
    private static void add(Map<String, PlannedCheck> plan, List<PlannedCheck> checks) {
        checks.forEach(each -> plan.putIfAbsent(each.name().full() + " " + each.model(), each));
    }

    private PlannedCheck failed(String className, Throwable failure, SourcePath path) {
        Throwable why = failure instanceof ClassNotFoundException
                ? EnvironmentException.missing(className, failure)
                : failure;
        return new PlannedCheck("", CheckName.of(className), className, modelsOr(DEFAULT_MODEL).getFirst(), false, path,
                tuning -> {
                    if (why instanceof Error error) {
                        throw error;
                    }
                    throw (RuntimeException) why;
                });
    }

    private List<PlannedCheck> of(Class<?> type, SourcePath path, boolean everyOutcome) {
        List<PlannedCheck> plan = new ArrayList<>();
        if (type.getClassLoader() == null) {
            return plan;
        }
        for (ScenarioMethod method : ScenarioMethod.in(type)) {
            CheckName name = CheckName.of(type, method.method().getName());
            boolean expectsViolation = method.settings().expectViolation();
            for (String model : modelsOr(method.settings().models())) {
                plan.add(new PlannedCheck("", name, type.getName(), model, expectsViolation, path,
                        tuning -> Explored.of(name, method.check(tuning.apply(method.checker(model))),
                                expectsViolation)));
            }
        }
        for (String test : Jcstress.testsIn(type)) {
            CheckName name = CheckName.of(test);
            for (String model : modelsOr(DEFAULT_MODEL)) {
                plan.add(new PlannedCheck("", name, type.getName(), model, false, path, tuning -> Explored.of(name,
                        new Jcstress(tuning.apply(new Checker().model(model))).showEvery(everyOutcome).check(type,
                                test))));
            }
        }
        if (Specifications.isSpecified(type)) {
            CheckName name = CheckName.of(type.getName());
            boolean expectsViolation = Specifications.expectsViolation(type);
            for (String model : modelsOr(Specifications.models(type).toArray(String[]::new))) {
                plan.add(new PlannedCheck("", name, type.getName(), model, expectsViolation, path,
                        tuning -> Explored.of(name,
                                new Specifications(tuning.apply(new Checker().model(model))).check(type).check(),
                                expectsViolation)));
            }
        }
        return plan;
    }

    private List<String> modelsOr(String... otherwise) {
        return models.isEmpty() ? List.of(otherwise) : models;
    }

    /** In a source tree, the sources of the library and of its proof too. */
    private List<Path> withOwnSources() {
        List<Path> all = new ArrayList<>(sources);
        for (Path place = ownPlace(); place != null; place = place.getParent()) {
            for (String module : List.of("baton-core", "baton-proof")) {
                Path root = place.resolve(module).resolve("src/main/java");
                if (Files.isDirectory(root)) {
                    all.add(root);
                }
            }
        }
        return all;
    }

    private static @Nullable Path ownPlace() {
        CodeSource code = CheckPlan.class.getProtectionDomain().getCodeSource();
        try {
            return code == null ? null : Path.of(code.getLocation().toURI());
        } catch (URISyntaxException | IllegalArgumentException notAFile) {
            return null;
        }
    }
}
