package dev.baton.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.bench.load.Crew;
import dev.baton.bench.load.ThreadKind;
import dev.baton.bench.load.Watchdog;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MeetingPointsTest {
    @ParameterizedTest
    @ValueSource(strings = {"baton-barrier", "jdk-barrier", "jdk-phaser", "spinning-counter"})
    void nobodyGoesOnBeforeAllHaveArrived(String peer) throws InterruptedException {
        int parties = 4;
        MeetingPoint point = MeetingPoints.create(peer, parties);
        AtomicInteger arrived = new AtomicInteger();
        Crew crew = new Crew(parties, ThreadKind.PLATFORM, new Watchdog());
        crew.run(200 * parties, (worker, phases) -> {
            for (int phase = 1; phase <= phases; phase++) {
                arrived.incrementAndGet();
                point.arrive();
                if (arrived.get() < phase * parties) {
                    throw new IllegalStateException("went on too early");
                }
            }
        });
        crew.dismiss();
        assertThat(arrived).hasValue(200 * parties);
    }
}
