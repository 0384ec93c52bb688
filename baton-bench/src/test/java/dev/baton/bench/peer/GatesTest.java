package dev.baton.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.bench.load.Crew;
import dev.baton.bench.load.ThreadKind;
import dev.baton.bench.load.Watchdog;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatesTest {
    private int counter;

    @ParameterizedTest
    @ValueSource(strings = {"baton-semaphore", "baton-mutex", "baton-lock-fair", "baton-lock-unfair",
            "jdk-semaphore-fair", "jdk-semaphore-unfair",
            "jdk-lock-fair", "jdk-lock-unfair", "kotlin-semaphore", "kotlin-mutex", "clh", "mcs",
            "baton-async-simple", "baton-async-smart", "baton-sync-simple", "baton-sync-smart"})
    void letsOneInAtATime(String peer) throws InterruptedException {
        Gate gate = Gates.create(peer, 1, 4);
        Crew crew = new Crew(4, ThreadKind.PLATFORM, new Watchdog());
        crew.run(4_000, (worker, share) -> {
            for (int count = 0; count < share; count++) {
                gate.enter(worker);
                int seen = counter;
                worker.work(20);
                counter = seen + 1;
                gate.exit(worker);
            }
        });
        crew.dismiss();
        assertThat(counter).isEqualTo(4_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"baton-semaphore", "jdk-semaphore-fair", "kotlin-semaphore", "baton-async-smart",
            "baton-sync-smart"})
    void letsAsManyInAsPermitted(String peer) throws InterruptedException {
        Gate gate = Gates.create(peer, 3, 16);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Crew crew = new Crew(16, ThreadKind.VIRTUAL, new Watchdog());
        crew.run(1_600, (worker, share) -> {
            for (int count = 0; count < share; count++) {
                gate.enter(worker);
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                Thread.yield();
                inside.decrementAndGet();
                gate.exit(worker);
            }
        });
        crew.dismiss();
        assertThat(most.get()).isBetween(1, 3);
    }

    @Test
    void lockWithManyPermitsIsRefused() {
        assertThatThrownBy(() -> Gates.create("clh", 2, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Gates.create("no such", 1, 1)).hasMessageContaining("no such");
    }
}
