package dev.baton.check.zoo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.api.Scenario;
import dev.baton.check.api.ScenarioBody;
import dev.baton.check.relax.Relaxation;
import dev.baton.check.relax.Relaxer;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** From all-volatile the locks of the zoo come down to exactly these modes. */
class RelaxedZooTest {
    private static Relaxation relax(Class<?> type, ScenarioBody... bodies) {
        Relaxer relaxer = new Relaxer().classes(type).fromVolatile(true);
        for (int i = 0; i < bodies.length; i++) {
            relaxer.scenario("scenario " + (i + 1), bodies[i]);
        }
        return relaxer.run();
    }

    private static Map<String, String> modes(Relaxation result) {
        Map<String, String> modes = new TreeMap<>();
        result.rows().forEach(row -> modes.put(row.site().operation(), row.now().word()));
        return modes;
    }

    @Test
    void ttas() {
        Relaxation result = relax(TtasLock.class, scenario -> LockClient.define(scenario, TtasLock.class, 2));
        assertThat(modes(result)).isEqualTo(Map.of("HELD.getOpaque", "opaque", "HELD.weakCompareAndSetAcquire",
                "acquire", "HELD.setRelease", "release"));
    }

    @Test
    void ticket() {
        Relaxation result = relax(TicketLock.class, scenario -> LockClient.define(scenario, TicketLock.class, 2));
        assertThat(modes(result)).isEqualTo(Map.of("NEXT.getAndAddAcquire", "acquire", "SERVING.getAcquire",
                "acquire", "SERVING.get", "plain", "SERVING.setRelease", "release"));
    }

    @Test
    void mcs() {
        Relaxation result = relax(McsLock.class, scenario -> LockClient.define(scenario, McsLock.class, 2),
                scenario -> LockClient.define(scenario, McsLock.class, 3));
        // The exchange must release: else the node's own first `next = null` may come after its successor's link.
        assertThat(modes(result)).isEqualTo(Map.of("TAIL.getAndSet", "volatile", "NEXT.setRelease", "release",
                "LOCKED.getAcquire", "acquire", "NEXT.getAcquire", "acquire", "TAIL.compareAndSet", "release",
                "LOCKED.setRelease", "release", "NEXT.setOpaque", "plain", "LOCKED.setOpaque", "plain"));
    }

    @Test
    void clh() {
        Relaxation result = relax(ClhLock.class, scenario -> LockClient.define(scenario, ClhLock.class, 2),
                scenario -> LockClient.define(scenario, ClhLock.class, 3));
        assertThat(modes(result)).isEqualTo(
                Map.of("TAIL.getAndSet", "volatile", "LOCKED.getAcquire", "acquire", "LOCKED.setRelease", "release",
                        "LOCKED.setOpaque", "plain"));
    }

    private static void readWhileWriting(Scenario scenario) {
        SeqLock lock = new SeqLock();
        scenario.thread("writer", () -> lock.write(1));
        scenario.thread("reader", () -> {
            long both = lock.read();
            assert both >>> 32 == (both & 0xffff_ffffL) : "torn";
        });
    }

    @Test
    void seqLock() {
        Relaxation result = relax(SeqLock.class, RelaxedZooTest::readWhileWriting);
        // The fences go: what they ordered, the accesses themselves order.
        assertThat(result.rows()).extracting(row -> row.site().operation() + " " + row.now().word()).containsExactly(
                "SEQUENCE.getOpaque plain", "SEQUENCE.setOpaque plain", "LEFT.setOpaque release",
                "RIGHT.setOpaque release", "LEFT.getOpaque acquire", "RIGHT.getOpaque acquire",
                "releaseFence removed", "SEQUENCE.setRelease release", "SEQUENCE.getAcquire acquire",
                "acquireFence removed", "SEQUENCE.getOpaque plain");
    }
}
