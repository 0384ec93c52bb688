package dev.baton.bench.result;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything that a run found out.
 *
 * @param facts     where and how it ran, for the captions: CPU, cores, JDK, versions, command, date
 * @param warnings  why the numbers may be worth less
 * @param suites    the results
 * @param footprint bytes of primitives and waiters; empty if not asked for
 */
public record Report(Map<String, String> facts, List<String> warnings, List<SuiteResult> suites,
        List<FootprintRow> footprint) {
    public Report {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
        warnings = List.copyOf(warnings);
        suites = List.copyOf(suites);
        footprint = List.copyOf(footprint);
    }

    /** Every headline of every suite. */
    public List<Headline> headlines() {
        return suites.stream().flatMap(suite -> suite.headlines().stream()).toList();
    }

    /** Every verdict of every suite: what was missed first, then what is undecided. */
    public List<Verdict> verdicts() {
        return suites.stream().flatMap(suite -> suite.verdicts().stream())
                .sorted(Comparator.comparing(Verdict::outcome).reversed()).toList();
    }
}
