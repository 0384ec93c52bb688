package dev.baton;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SynchronousQueueWalkTest {
    @ParameterizedTest
    @MethodSource("dev.baton.SynchronousQueueKind#ours")
    void behavesAsTheModelOnRandomWalks(SynchronousQueueKind kind) {
        SplittableRandom seeds = new SplittableRandom();
        for (int walk = 0; walk < 100; walk++) {
            long seed = seeds.nextLong();
            try {
                new SynchronousQueueWalk(SynchronousQueueWalk.subject(kind.createOurs()), kind.fair, seed).run(1_000);
            } catch (AssertionError failure) {
                throw new AssertionError("seed " + seed + ": " + failure.getMessage(), failure);
            }
        }
    }
}
