package dev.baton.check.relax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.check.relax.Samples.Dekker;
import dev.baton.check.relax.Samples.FencedDekker;
import dev.baton.check.relax.Samples.Mailbox;
import dev.baton.check.relax.Samples.MessagePassing;
import dev.baton.check.relax.Samples.TooWeak;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Modes come down as far as the scenarios let them, and no further. */
class RelaxerTest {
    private static Relaxer messagePassing() {
        return new Relaxer().scenario("one message", MessagePassing::scenario).classes(MessagePassing.class);
    }

    private static List<String> modes(Relaxation result) {
        return result.rows().stream()
                .map(row -> row.site().operation() + " " + row.start().word() + " -> " + row.now().word()).toList();
    }

    @Test
    void messagePassingNeedsReleaseAndAcquire() {
        Relaxation result = messagePassing().run();
        assertThat(modes(result)).containsExactly("FLAG.setVolatile volatile -> release",
                "FLAG.getVolatile volatile -> acquire");
        assertThat(result.before()).containsExactlyEntriesOf(java.util.Map.of(Mode.VOLATILE, 2));
        assertThat(result.after()).containsOnlyKeys(Mode.ACQUIRE, Mode.RELEASE);
    }

    @Test
    void everyModeBelowIsRefusedWithACounterexample() {
        for (Relaxation.Row row : messagePassing().run().rows()) {
            assertThat(row.refusals()).hasSize(row.site().below(row.now(), false).size()).isNotEmpty();
            assertThat(row.refusals()).allSatisfy(refused -> {
                assertThat(refused.mode()).isEqualTo(Mode.OPAQUE);
                assertThat(refused.why().kind()).isEqualTo(Refusal.Kind.SAFETY);
                assertThat(refused.why().events()).isPositive();
                assertThat(refused.why().trace()).contains("stale").contains("[opaque]");
            });
        }
    }

    @Test
    void aSiteThatNoScenarioExercisesIsNamedAndLeftAlone() {
        Relaxation result = messagePassing().fromVolatile(true).run();
        assertThat(result.unexercised()).extracting(AccessSite::operation).containsExactly("FLAG.setVolatile");
        assertThat(result.markdown()).contains("No scenario exercises these sites; they are left alone:")
                .contains(
                        "- Samples.java:" + result.unexercised().getFirst().line() + " `FLAG.setVolatile` (volatile)");
    }

    @Test
    void aScenarioThatChecksNothingLetsEverythingGo() {
        Relaxation result = new Relaxer().scenario("nobody receives", MessagePassing::sendOnly)
                .classes(MessagePassing.class).run();
        assertThat(modes(result)).containsExactly("FLAG.setVolatile volatile -> plain");
        assertThat(result.unexercised()).extracting(AccessSite::operation).containsExactly("FLAG.getVolatile",
                "FLAG.setVolatile");
    }

    @Test
    void dekkerStaysVolatile() {
        Relaxation result = new Relaxer().scenario("dekker", Dekker::scenario).classes(Dekker.class).run();
        assertThat(result.rows()).hasSize(4).allSatisfy(row -> assertThat(row.now()).isEqualTo(Mode.VOLATILE));
        assertThat(result.patch().files()).isEmpty();
    }

    @Test
    void dekkerKeepsItsFullFencesButNotTheUselessOne() {
        Relaxation result = new Relaxer().scenario("dekker", FencedDekker::scenario).classes(FencedDekker.class).run();
        assertThat(modes(result)).containsExactly("LEFT.setOpaque opaque -> plain", "fullFence volatile -> volatile",
                "RIGHT.getOpaque opaque -> plain", "acquireFence acquire -> removed", "RIGHT.setOpaque opaque -> plain",
                "fullFence volatile -> volatile", "LEFT.getOpaque opaque -> plain");
    }

    @Test
    void fromVolatileTheFencesGoAndTheAccessesStay() {
        Relaxation result = new Relaxer().scenario("dekker", FencedDekker::scenario).classes(FencedDekker.class)
                .fromVolatile(true).run();
        assertThat(result.rows()).allSatisfy(row -> assertThat(row.now())
                .isEqualTo(row.site().form() == AccessSite.Form.FENCE ? Mode.REMOVED : Mode.VOLATILE));
    }

    @Test
    void volatileFieldsAndAtomicsAreSites() {
        Relaxation result = new Relaxer().scenario("field", Mailbox::byField).scenario("atomic", Mailbox::byAtomic)
                .scenario("updater", Mailbox::byUpdater).classes(Mailbox.class).run();
        assertThat(modes(result)).containsExactly("write flag volatile -> release", "read flag volatile -> acquire",
                "AtomicInteger.set volatile -> release", "AtomicInteger.get volatile -> acquire",
                "AtomicIntegerFieldUpdater.incrementAndGet volatile -> release",
                "AtomicIntegerFieldUpdater.get volatile -> acquire");
    }

    @Test
    void codeThatDoesNotVerifyIsNotRelaxed() {
        Relaxer relaxer = new Relaxer().scenario("one message", TooWeak::scenario).classes(TooWeak.class);
        assertThatThrownBy(relaxer::run).isInstanceOfSatisfying(UnverifiedStartException.class,
                e -> assertThat(e.refusal().kind()).isEqualTo(Refusal.Kind.SAFETY));
        assertThatThrownBy(relaxer::killTable).isInstanceOf(UnverifiedStartException.class);
    }

    @Test
    void codeThatDoesNotVerifyIsRepairedFromVolatile() {
        Relaxation result = new Relaxer().scenario("one message", TooWeak::scenario).classes(TooWeak.class)
                .fromVolatile(true).run();
        assertThat(result.rows()).extracting(row -> row.site().code() + " " + row.now()).containsExactly(
                "OPAQUE RELEASE", "OPAQUE ACQUIRE");
    }

    @Test
    void aStartBeyondTheBudgetIsNotVerified() {
        assertThatThrownBy(() -> messagePassing().maxExecutions(1).run()).isInstanceOfSatisfying(
                UnverifiedStartException.class,
                e -> assertThat(e.refusal().kind()).isEqualTo(Refusal.Kind.BUDGET));
    }

    @Test
    void aCandidateBeyondTheBudgetCountsAsNotVerified() {
        // Nothing is asserted, so only the budget can refuse: weaker modes have executions that volatile ones have not.
        Relaxer relaxer = new Relaxer().scenario("dekker", Dekker::unasserted).classes(Dekker.class)
                .models("rc11");
        Relaxation free = relaxer.run();
        assertThat(free.rows()).hasSize(4).allSatisfy(row -> assertThat(row.now()).isEqualTo(Mode.PLAIN));
        long cost = free.effort().scenarios().stream().mapToLong(Effort.ScenarioCost::executions).max().orElseThrow();

        Relaxation bounded = relaxer.maxExecutions(cost + 1).run();
        assertThat(bounded.rows()).anySatisfy(row -> assertThat(row.now()).isNotEqualTo(Mode.PLAIN));
        assertThat(bounded.rows()).flatExtracting(Relaxation.Row::refusals)
                .extracting(refused -> refused.why().kind()).isNotEmpty().containsOnly(Refusal.Kind.BUDGET);
    }

    @Test
    void theResultDoesNotDependOnTheWorkers() {
        Relaxer relaxer = new Relaxer().scenario("field", Mailbox::byField).scenario("atomic", Mailbox::byAtomic)
                .scenario("dekker", FencedDekker::scenario).classes(Mailbox.class, FencedDekker.class);
        List<Relaxation> results = new ArrayList<>();
        for (int workers = 1; workers <= 3; workers++) {
            results.add(relaxer.workers(workers).run());
        }
        results.add(relaxer.workers(1).run());
        assertThat(results).allSatisfy(result -> assertThat(result.rows()).isEqualTo(results.getFirst().rows()));
    }

    @Test
    void theResultOfARelaxationCannotBeRelaxed() {
        // The kill table of code that is at its fixed point already: the same search by other means.
        KillTable table = new Relaxer().scenario("dekker", Dekker::scenario).classes(Dekker.class).killTable();
        assertThat(table.rows()).hasSize(4).allMatch(row -> row.fate() == KillTable.Fate.KILLED);
    }

    @Test
    void aWeakeningThatNoScenarioNoticesSurvives() {
        KillTable table = messagePassing().killTable();
        assertThat(table.rows()).extracting(row -> row.from() + " " + row.to() + " " + row.fate()).containsExactly(
                "VOLATILE RELEASE SURVIVED", "VOLATILE OPAQUE KILLED", "VOLATILE ACQUIRE SURVIVED",
                "VOLATILE OPAQUE KILLED");
        assertThat(table.unexercised()).hasSize(1);
        assertThat(table.markdown()).contains("2 killed, 2 survived, 0 undecided.");
    }

    @Test
    void dataHoldsTheTable() {
        Map<String, Object> data = messagePassing().run().data();
        assertThat(data).containsEntry("fromVolatile", false).containsKeys("unexercised", "effort");
        assertThat(data.get("sites").toString()).contains("operation=FLAG.setVolatile", "now=release", "mode=opaque");
        assertThat(messagePassing().killTable().data().get("weakenings").toString()).contains("fate=survived");
    }

    @Test
    void progressIsToldAfterEveryStep() {
        List<RelaxProgress> told = new ArrayList<>();
        messagePassing().progress(told::add).run();
        assertThat(told).extracting(RelaxProgress::phase).contains("groups", "single steps");
        assertThat(told.getLast().open()).isZero();
        assertThat(told.getLast().weakened()).isEqualTo(2);
    }
}
