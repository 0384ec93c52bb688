package dev.baton.check.api;

import dev.baton.check.explore.Verdict;
import dev.baton.check.program.InvalidCheckException;
import dev.baton.check.spec.CallScenario;
import org.jspecify.annotations.Nullable;

/** What the scenarios of a specification came to. */
public final class SpecificationResult {
    private final String name;
    private final int scenarios;
    private final @Nullable CallScenario failed;
    private final CheckResult check;

    private SpecificationResult(String name, int scenarios, @Nullable CallScenario failed, CheckResult check) {
        this.name = name;
        this.scenarios = scenarios;
        this.failed = failed;
        this.check = check;
    }

    /** {@return the class with the specification} */
    public String name() {
        return name;
    }

    /** {@return how many scenarios were explored} */
    public int scenarios() {
        return scenarios;
    }

    /** {@return the scenario that is not as it should be or was not exhausted, in words; empty if there is none} */
    public String failedScenario() {
        return failed == null ? "" : failed.toString();
    }

    /** {@return all scenarios as one check: their executions together, and the violation, if a scenario has one} */
    public CheckResult check() {
        return check;
    }

    /** {@return what it came to} */
    public Verdict verdict() {
        return check.verdict();
    }

    @Override
    public String toString() {
        return name + ": " + check + ", " + scenarios + " scenarios" + (failed == null ? "" : ", the last " + failed);
    }

    /** Counts scenarios. */
    static final class Tally {
        private final String name;
        private int scenarios;
        private @Nullable CallScenario failed;
        private @Nullable CheckResult all;

        Tally(String name) {
            this.name = name;
        }

        void add(CallScenario scenario, CheckResult result) {
            scenarios++;
            all = all == null ? result : result.after(all);
            if (result.verdict() == Verdict.VIOLATED || failed == null && result.verdict() != Verdict.VERIFIED) {
                failed = scenario;
            }
        }

        SpecificationResult result() {
            if (all == null) {
                throw new InvalidCheckException(name + ": no scenario can be made of its operations");
            }
            return new SpecificationResult(name, scenarios, failed, all);
        }
    }
}
