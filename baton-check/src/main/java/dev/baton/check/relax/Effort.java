package dev.baton.check.relax;

import java.time.Duration;
import java.util.List;

/**
 * What was spent.
 *
 * @param scenarios  each scenario and model, and its executions with the modes to start from
 * @param candidates assignments of modes checked
 * @param executions visited in all
 */
public record Effort(List<ScenarioCost> scenarios, long candidates, long executions, Duration elapsed) {
    public Effort {
        scenarios = List.copyOf(scenarios);
    }

    /** Executions of one scenario under one model. */
    public record ScenarioCost(String scenario, String model, long executions) {}
}
