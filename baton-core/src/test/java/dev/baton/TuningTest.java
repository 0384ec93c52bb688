package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.baton.internal.line.Segment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TuningTest {
    @ParameterizedTest
    @ValueSource(ints = {0, -1, 3, 6, 33, Segment.MAX_SIZE * 2, Segment.MAX_SIZE + 1, Integer.MAX_VALUE,
            Integer.MIN_VALUE})
    void segmentSizeMustBeAPowerOfTwoWithinTheCounter(int size) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Tuning(size, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 32, Segment.MAX_SIZE})
    void powersOfTwoServe(int size) {
        ProbeQueue queue = new ProbeQueue(QueueMode.ASYNC_SMART, new Tuning(size, 0));
        for (int i = 0; i < 2 * size + 1; i++) {
            assertThat(queue.resume(i)).isTrue();
            assertThat(queue.enqueue()).isCompletedWithValue(i);
        }
        SegmentListInvariants.check(queue);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE})
    void spinsMustNotBeNegative(int spins) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Tuning(1, spins));
    }
}
