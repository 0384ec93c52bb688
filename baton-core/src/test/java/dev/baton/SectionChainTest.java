package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sections that let each other through do not grow the stack, however many there are. */
class SectionChainTest {
    @ParameterizedTest
    @EnumSource
    void chainOfAMillionAsyncSectionsDoesNotGrowTheStack(HandOff handOff) {
        Mutex mutex = new Mutex(handOff);
        int length = 1_000_000;
        int[] counter = new int[1];
        mutex.lock();
        CompletableFuture<Integer> last = null;
        for (int i = 0; i < length; i++) {
            last = mutex.withLockAsync(() -> ++counter[0], Runnable::run);
        }
        mutex.unlock();
        assertThat(last.join()).isEqualTo(length);
    }
}
