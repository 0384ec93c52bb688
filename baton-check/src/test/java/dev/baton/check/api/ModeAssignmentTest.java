package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.event.AccessMode;
import dev.baton.check.explain.Counterexample;
import dev.baton.check.explain.SourcePath;
import dev.baton.check.explore.Verdict;
import dev.baton.check.program.ModeAssignment;
import dev.baton.check.program.Site;
import dev.baton.check.program.SiteModes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Other access modes count for the exploration that is given them, and for no other. */
class ModeAssignmentTest {
    static final class Message {
        int data;
        volatile boolean ready;
    }

    private static PreparedCheck message() {
        return PreparedCheck.of("message", scenario -> {
            Message message = new Message();
            scenario.thread(() -> {
                message.data = 1;
                message.ready = true;
            });
            scenario.thread(() -> {
                assert !message.ready || message.data == 1;
            });
        }).prepare(new Checker());
    }

    private static Site writeOfReady(PreparedCheck check) {
        return check.sites().all().stream().filter(site -> site.key().endsWith(":write ready")).findFirst()
                .orElseThrow();
    }

    @Test
    void anotherExplorationSeesNothingOfIt() {
        PreparedCheck check = message();
        check.explore(new Checker()).assertVerified();
        Site site = writeOfReady(check);
        ModeAssignment byKey = ModeAssignment.byKey(Map.of(site.key(), SiteModes.of(AccessMode.OPAQUE)));
        ModeAssignment bySite = ModeAssignment.bySite(Map.of(site, SiteModes.of(AccessMode.OPAQUE)));
        assertThat(check.explore(new Checker(), byKey).violations()).hasSize(1);
        assertThat(check.explore(new Checker(), bySite).violations()).hasSize(1);
        assertThat(site.modes()).isEqualTo(SiteModes.of(AccessMode.VOLATILE));
        check.explore(new Checker()).assertVerified();
    }

    /** A check of the same classes from within the check of a cure: the two are under way at once. */
    @Test
    void checkDuringTheSearchForACureSeesTheModesOfTheCode() {
        PreparedCheck check = PreparedCheck.of("plain message", scenario -> {
            PlainMessage message = new PlainMessage();
            scenario.thread(() -> {
                message.data = 1;
                message.sent = true;
            });
            scenario.thread(() -> {
                assert !message.sent || message.data == 1;
            });
        }).prepare(new Checker());
        CheckResult alone = check.explore(new Checker().findRaces(false));
        List<CheckResult> meanwhile = new ArrayList<>();
        AtomicBoolean telling = new AtomicBoolean();
        Checker watched = new Checker().progress(Duration.ZERO, 0, progress -> {
            if (telling.get()) {
                meanwhile.add(check.explore(new Checker().findRaces(false)));
            }
        });
        CheckResult found = check.explore(watched);
        telling.set(true);
        Counterexample told = found.counterexamples("plain message", SourcePath.none()).getFirst();
        assertThat(told.reason()).as("a cure was checked")
                .anyMatch(sentence -> sentence.endsWith("with it the whole check is verified."));
        assertThat(meanwhile).hasSizeGreaterThan(1).allSatisfy(other -> {
            assertThat(other.verdict()).isEqualTo(Verdict.VIOLATED);
            assertThat(other.executions()).isEqualTo(alone.executions());
        });
    }

    static final class PlainMessage {
        int data;
        boolean sent;
    }
}
