package dev.baton.check.zoo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import dev.baton.check.api.Scenario;
import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import dev.baton.check.zoo.AbortableQueue.Node;
import org.junit.jupiter.api.Test;

/** JDK-8386085: a sweep of the queue of AbstractQueuedSynchronizer never ends. Found in a reduction, not in the JDK itself. */
class CleanQueueTest {
    /** Two wait and give up, while a third joins the queue and stays: whoever gives up must get away. */
    static void twoGiveUpOneComes(Scenario scenario, AbortableQueue queue) {
        Node first = new Node();
        Node second = new Node();
        Node third = new Node();
        queue.enqueue(first);
        queue.enqueue(second);
        scenario.thread("first", () -> queue.abort(first));
        scenario.thread("second", () -> queue.abort(second));
        scenario.thread("third", () -> queue.enqueue(third));
    }

    @Test
    void sweepThatFindsAMissingLinkNeverEnds() {
        CheckResult result = new Checker().model("sc")
                .check(scenario -> twoGiveUpOneComes(scenario, new AbortableQueue()));
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.violations().getFirst().kind()).isEqualTo(Violation.Kind.AWAIT_TERMINATION);
        assertThat(result.counterexample()).contains("first stays in the loop", ".next: ");
    }

    @Test
    void sweepThatRepairsAMissingLinkEnds() {
        new Checker().model("sc").check(scenario -> twoGiveUpOneComes(scenario, new AbortableQueue.Repaired()))
                .assertVerified();
    }
}
