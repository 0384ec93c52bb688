package dev.baton.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.model.MemoryModel;
import org.junit.jupiter.api.Test;

/** The search for the violation that is easiest to follow. */
final class SimplestTest {
    private static final MemoryModel SC = MemoryModel.named("sc");

    private static Result simplest(Litmus litmus, MemoryModel model, Violation.Kind kind) {
        return new Exploration(litmus::program).model(model).simplest(kind, null, 100).run();
    }

    /** It finds a hang in a random program if the search that visits everything does, none if that finds none, and a true one. */
    @Test
    void findsAHangWhereThereIsOne() {
        int hangs = 0;
        for (long seed = 1; seed <= 1500; seed++) {
            String text = new RandomLitmus(seed).next();
            Litmus litmus = Litmus.parse(text);
            Result all = new Exploration(litmus::program).model(SC).stopAtFirstViolation(false).run();
            boolean expected = all.violations().stream()
                    .anyMatch(each -> each.kind() == Violation.Kind.AWAIT_TERMINATION);
            Result found = simplest(litmus, SC, Violation.Kind.AWAIT_TERMINATION);
            String what = "seed " + seed + ": " + text;
            if (expected) {
                assertThat(found.violations()).as(what).isNotEmpty();
            }
            if (all.violations().isEmpty()) {
                assertThat(found.violations()).as(what).isEmpty();
            }
            for (Violation violation : found.violations()) {
                hangs++;
                assertThat(SC.isConsistent(violation.graph())).as(what).isTrue();
                GuidedRun.run(litmus.program(), violation.graph());
            }
        }
        assertThat(hangs).as("hangs seen").isGreaterThan(50);
    }

    @Test
    void prefersFewSwitches() {
        Litmus lost = Litmus.parse("R.sc x r0; W.sc y 1; AW.sc z 1 | W.sc x 1; W.sc x 2; W.sc x 3");
        Violation found = simplest(lost, SC, Violation.Kind.AWAIT_TERMINATION).violations().getFirst();
        int switches = 0;
        for (int i = 1; i < found.replay().size(); i++) {
            if (found.replay().get(i).thread() != found.replay().get(i - 1).thread()) {
                switches++;
            }
        }
        assertThat(switches).isLessThanOrEqualTo(3);
    }
}
