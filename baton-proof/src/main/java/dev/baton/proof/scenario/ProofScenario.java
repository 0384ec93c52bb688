package dev.baton.proof.scenario;

import dev.baton.check.api.ScenarioBody;

/**
 * One small client of one primitive, to be explored in full.
 *
 * @param primitive the class and form it is about
 * @param name      what happens in it
 * @param threads   how many threads it has
 * @param deep      whether it takes too long for every build
 * @param symmetric whether its threads of the same body may be exchanged
 * @param spurious  whether its threads may also wake for no reason
 * @param body      the client
 */
public record ProofScenario(String primitive, String name, int threads, boolean deep, boolean symmetric,
        boolean spurious, ScenarioBody body) {
    public static ProofScenario of(String primitive, String name, int threads, ScenarioBody body) {
        return new ProofScenario(primitive, name, threads, false, false, true, body);
    }

    /** The same, for long runs only. */
    public ProofScenario inDeepRuns() {
        return new ProofScenario(primitive, name, threads, true, symmetric, spurious, body);
    }

    /** The same, for long runs only if so. */
    public ProofScenario inDeepRunsIf(boolean so) {
        return so ? inDeepRuns() : this;
    }

    /** The same, without executions that differ only by which of its identical threads did what. */
    public ProofScenario upToSymmetry() {
        return new ProofScenario(primitive, name, threads, deep, true, spurious, body);
    }

    /** The same, without wake-ups for no reason. */
    public ProofScenario withoutSpuriousWakeups() {
        return new ProofScenario(primitive, name, threads, deep, symmetric, false, body);
    }

    /** What happens in it, and what was left out. */
    public String description() {
        return name + (symmetric ? " (up to symmetry)" : "") + (spurious ? "" : " (no spurious wake-ups)");
    }

    @Override
    public String toString() {
        return primitive + ": " + name;
    }
}
