package dev.baton.bench.combine;

import dev.baton.HandOff;
import dev.baton.bench.load.Crew;
import dev.baton.bench.load.Watchdog;
import dev.baton.bench.load.Worker;
import dev.baton.bench.peer.Gate;
import dev.baton.bench.simulate.Calibration.Measured;
import dev.baton.combine.CombiningScheduler;
import java.util.Arrays;
import java.util.Locale;

/**
 * Measures the loops of the {@code combine} suite on one and on two carriers and prints them as the input of
 * {@link dev.baton.bench.simulate.Figures}' calibration. Needs {@code --add-opens java.base/java.lang=ALL-UNNAMED}.
 */
public final class LoopTable {
    private static final int TASKS = 1_000;
    private static final int ROUNDS = 5;
    private static final double ROUND_NANOS = 80_000_000;

    private LoopTable() {}

    public static void main(String[] arguments) throws InterruptedException {
        System.out.println(Measured.COLUMNS);
        for (HandOff policy : HandOff.values()) {
            for (int carriers : new int[]{1, 2}) {
                for (int section : new int[]{100, 1_000}) {
                    for (int work : new int[]{200, 2_500, 10_000}) {
                        double nanos = measure(policy, carriers, section, work);
                        System.out.println(new Measured(policy, carriers, TASKS, section, work, nanos).line());
                    }
                }
            }
        }
    }

    /** The median of some rounds after two that do not count. */
    private static double measure(HandOff policy, int carriers, int section, int work) throws InterruptedException {
        int sectionSteps = Steps.in(section);
        int workSteps = Steps.in(work);
        int operations = (int) Math.max(20 * TASKS, ROUND_NANOS / (section + work + 500));
        Gate gate = PolicyLocks.gate(policy.name().toLowerCase(Locale.ROOT), TASKS);
        long[] shared = {88172645463325252L};
        Crew.Shift shift = (worker, share) -> loop(worker, share, gate, shared, sectionSteps, workSteps);
        double[] rounds = new double[ROUNDS];
        try (CombiningScheduler scheduler = CombiningScheduler.create(carriers)) {
            Crew crew = new Crew(TASKS, scheduler.builder(), new Watchdog());
            crew.run(operations, shift);
            crew.run(operations, shift);
            for (int round = 0; round < ROUNDS; round++) {
                long began = System.nanoTime();
                crew.run(operations, shift);
                rounds[round] = (double) (System.nanoTime() - began) / operations;
            }
            crew.dismiss();
        }
        Arrays.sort(rounds);
        return rounds[ROUNDS / 2];
    }

    private static void loop(Worker worker, int share, Gate gate, long[] shared, int sectionSteps, int workSteps)
            throws InterruptedException {
        long state = worker.index() + 1L;
        for (int count = 0; count < share; count++) {
            gate.enter(worker);
            shared[0] = Steps.run(shared[0], sectionSteps);
            gate.exit(worker);
            state = Steps.run(state, workSteps);
        }
        worker.keep(state);
    }
}
