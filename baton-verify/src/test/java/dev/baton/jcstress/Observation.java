package dev.baton.jcstress;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.TestResult;

/**
 * What jcstress saw of one test, in all VM configurations together.
 *
 * @param test     canonical name of its class
 * @param outcomes samples of each outcome
 * @param failures forbidden outcomes and errors, as jcstress words them
 */
record Observation(String test, Map<String, Long> outcomes, Set<String> failures) {
    static List<Observation> of(Collection<TestResult> results) {
        Map<String, Observation> byTest = new TreeMap<>();
        for (TestResult result : results) {
            byTest.computeIfAbsent(result.getName(), name -> new Observation(name, new TreeMap<>(), new TreeSet<>()))
                    .add(result);
        }
        return List.copyOf(byTest.values());
    }

    private void add(TestResult result) {
        for (String outcome : result.getStateKeys()) {
            outcomes.merge(outcome, result.getCount(outcome), Long::sum);
        }
        failures.addAll(result.grading().failureMessages);
        if (result.status() != Status.NORMAL) {
            failures.add(result.status() + ": " + String.join(" ", result.getMessages()));
        }
    }

    long samples() {
        return outcomes.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Outcomes that were seen and that a judge who knows every execution does not know. */
    Set<String> unexplained(Set<String> computed) {
        Set<String> rest = new TreeSet<>(outcomes.keySet());
        rest.removeAll(computed);
        return rest;
    }

    /** What is wrong with a run: tests missing, unknown or without a sample, and all failures. */
    static List<String> problems(Collection<Class<?>> expected, List<Observation> observations) {
        List<String> problems = new ArrayList<>();
        Set<String> missing = new TreeSet<>(expected.stream().map(Class::getCanonicalName).toList());
        for (Observation each : observations) {
            if (!missing.remove(each.test)) {
                problems.add(each.test + " is not in the list");
            }
            if (each.samples() == 0) {
                problems.add(each.test + " has no sample");
            }
            each.failures.forEach(failure -> problems.add(each.test + ": " + failure));
        }
        missing.forEach(test -> problems.add(test + " was not run"));
        return problems;
    }
}
