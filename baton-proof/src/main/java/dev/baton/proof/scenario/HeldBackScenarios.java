package dev.baton.proof.scenario;

import dev.baton.check.api.Scenario;
import dev.baton.combine.internal.HeldBack;
import java.util.ArrayList;
import java.util.List;

/** Releasers are held back and let go. */
final class HeldBackScenarios {
    private HeldBackScenarios() {}

    static List<ProofScenario> all() {
        List<ProofScenario> all = new ArrayList<>();
        String held = "HeldBack";
        all.add(ProofScenario.of(held, "one is held back while all are let go", 2,
                scenario -> heldBack(scenario, false)));
        all.add(ProofScenario.of(held, "one is held back while the clock and the carrier let go", 3,
                scenario -> heldBack(scenario, true)));
        return all;
    }

    private static final class Ledger {
        int served;
        int sections;

        void section() {
            sections++;
        }
    }

    /** What was accepted is run once, whoever lets go; what was not is the caller's. */
    private static void heldBack(Scenario scenario, boolean twice) {
        List<Runnable> clock = new ArrayList<>();
        HeldBack held = HeldBack.begin(Runnable::run, clock::add);
        Ledger ledger = new Ledger();
        scenario.thread("adds", () -> {
            if (held.add(ledger::section)) {
                ledger.served = 1;
            }
        });
        scenario.thread("lets go by the clock", clock.getFirst());
        if (twice) {
            scenario.thread("lets go", held::letGo);
        }
        scenario.finallyAssert(() -> {
            assert ledger.sections == ledger.served : "held back and run " + ledger.sections + " times";
            assert !held.add(ledger::section) : "held back though nobody will let go";
        });
    }
}
