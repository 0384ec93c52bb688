package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.event.AccessMode;
import dev.baton.check.program.ModeAssignment;
import dev.baton.check.program.Site;
import dev.baton.check.program.SiteModes;
import java.util.Map;
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
        assertThat(site.code()).isEqualTo(SiteModes.of(AccessMode.VOLATILE));
        check.explore(new Checker()).assertVerified();
    }
}
