package dev.baton.cli;

import dev.baton.ProofScenarios;
import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import dev.baton.check.api.Jcstress;
import dev.baton.check.api.JcstressResult;
import dev.baton.check.api.PreparedCheck;
import dev.baton.check.api.ScenarioMethod;
import dev.baton.check.explain.SourcePath;
import dev.baton.check.explore.Verdict;
import dev.baton.proof.ProofScenario;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
        String name = scenario.primitive() + ": " + scenario.description();
        return new PlannedCheck(scenario.primitive(), name, path, tuning -> {
            Checker checker = new Checker().model(model).symmetry(scenario.symmetric()).processors(2)
                    .spuriousWakeups(scenario.spurious());
            Checker limited = scenario.deep() ? checker.timeLimit(DEEP_LIMIT) : checker;
            return List.of(finding(name, tuning.apply(limited).check(scenario.body()), false));
        });
    }

    /** The checks of the classes that the user named. */
    List<PlannedCheck> of(CheckTargets targets) {
        SourcePath path = new SourcePath(sources, targets.loader());
        List<PlannedCheck> plan = new ArrayList<>();
        for (Class<?> type : targets.classes()) {
            plan.addAll(of(type, path));
        }
        return plan;
    }

    private List<PlannedCheck> of(Class<?> type, SourcePath path) {
        if (type.getClassLoader() == null) {
            throw new InputProblem("the class '" + type.getName() + "' belongs to the JDK and holds no check.");
        }
        List<PlannedCheck> plan = new ArrayList<>();
        for (ScenarioMethod method : methods(type)) {
            String name = type.getSimpleName() + "." + method.method().getName();
            for (String model : modelsOr(method.settings().models())) {
                plan.add(new PlannedCheck("", name, path,
                        tuning -> List.of(finding(name, method.check(tuning.apply(method.checker(model))),
                                method.settings().expectViolation()))));
            }
        }
        if (plan.isEmpty()) {
            if (PreparedCheck.in(type).isEmpty()) {
                throw new InputProblem("the class '" + type.getName()
                        + "' holds no @ModelCheck method and no @JCStressTest.");
            }
            for (String model : modelsOr(DEFAULT_MODEL)) {
                plan.add(new PlannedCheck("", type.getSimpleName(), path,
                        tuning -> jcstress(type, tuning.apply(new Checker().model(model)))));
            }
        }
        return plan;
    }

    private static List<ScenarioMethod> methods(Class<?> type) {
        try {
            return ScenarioMethod.in(type);
        } catch (LinkageError missing) {
            throw new InputProblem("the class '" + type.getName() + "' needs " + missing.getMessage()
                    + ", which is not on the class path; add it with --classpath.", missing);
        }
    }

    private static List<Finding> jcstress(Class<?> type, Checker checker) {
        List<Finding> results = new ArrayList<>();
        for (JcstressResult result : new Jcstress(checker).check(type)) {
            results.add(new Finding(result.name().substring(result.name().lastIndexOf('.') + 1), result.check(),
                    result.shown(), result.passed(), false, new TreeMap<>(result.outcomes())));
        }
        return results;
    }

    private static Finding finding(String name, CheckResult result, boolean expectViolation) {
        return new Finding(name, result, result, result.verdict() == Verdict.VERIFIED, expectViolation,
                result.outcomes());
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
