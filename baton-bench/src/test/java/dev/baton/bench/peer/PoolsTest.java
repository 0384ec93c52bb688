package dev.baton.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Lease;
import dev.baton.bench.load.Crew;
import dev.baton.bench.load.ThreadKind;
import dev.baton.bench.load.Watchdog;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoolsTest {
    @ParameterizedTest
    @ValueSource(strings = {"baton-queue-bag", "baton-stack-bag", "jdk-array-fair", "jdk-array-unfair", "jdk-linked",
            "hikari-bag", "commons-pool-fair",
            "commons-pool-unfair"})
    void lendsEachElementToOneAtATime(String peer) throws Exception {
        Elements pool = Pools.create(peer, 3);
        Set<Object> lent = ConcurrentHashMap.newKeySet();
        Set<Object> all = ConcurrentHashMap.newKeySet();
        Crew crew = new Crew(8, ThreadKind.PLATFORM, new Watchdog());
        crew.run(1_600, (worker, share) -> {
            for (int count = 0; count < share; count++) {
                Object element = pool.take();
                if (!lent.add(element)) {
                    throw new IllegalStateException("lent twice");
                }
                all.add(element);
                worker.work(50);
                lent.remove(element);
                pool.put(element);
            }
        });
        crew.dismiss();
        assertThat(all).hasSizeBetween(1, 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"baton-queue-pool", "baton-stack-pool"})
    void leasesComeBack(String peer) throws Exception {
        Elements pool = Pools.create(peer, 3);
        Crew crew = new Crew(8, ThreadKind.PLATFORM, new Watchdog());
        crew.run(1_600, (worker, share) -> {
            for (int count = 0; count < share; count++) {
                Object lease = pool.take();
                worker.work(50);
                pool.put(lease);
            }
        });
        crew.dismiss();
        Set<Object> elements = new HashSet<>();
        for (int count = 0; count < 3; count++) {
            elements.add(((Lease<?>) pool.take()).get());
        }
        assertThat(elements).hasSize(3);
    }
}
