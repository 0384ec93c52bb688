package dev.baton.bench.combine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each contender runs on the threads and on the scheduler that are meant for it. */
class PolicyBenchmarkTest {
    @ParameterizedTest
    @CsvSource({"combine,true,true", "inline,true,true", "dispatch,true,true", "jdk-lock-fair,true,false",
            "kotlin-mutex,true,false", "platform-dispatch,false,false", "platform-jdk-lock-unfair,false,false"})
    void hiresThreadsOfTheKindThatTheNameSays(String peer, boolean virtual, boolean ours) throws InterruptedException {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        Set<Thread> carriers = ConcurrentHashMap.newKeySet();
        PolicyBenchmark benchmark = new PolicyBenchmark() {
        };
        benchmark.peer = peer;
        benchmark.hireCrew(10);
        benchmark.crew().run(100, (worker, share) -> {
            assertThat(share).isEqualTo(10);
            threads.add(Thread.currentThread());
            carriers.add(CarrierProbe.current());
        });
        benchmark.dismissCrew();
        assertThat(threads).hasSize(10).allMatch(thread -> thread.isVirtual() == virtual);
        assertThat(carriers).isNotEmpty()
                .allMatch(carrier -> carrier.getClass().getName()
                        .startsWith("dev.baton.combine.CombiningScheduler") == ours);
    }
}
