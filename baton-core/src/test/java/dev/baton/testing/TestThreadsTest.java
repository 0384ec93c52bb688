package dev.baton.testing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TestThreadsTest {
    @ParameterizedTest
    @EnumSource
    void failureInAnyThreadFailsTheTest(ThreadKind kind) {
        TestThreads threads = new TestThreads(kind);
        threads.start(() -> {
            throw new IllegalStateException("planted");
        });
        threads.start(() -> {});
        assertThatThrownBy(threads::close).isInstanceOf(AssertionError.class).hasMessageContaining("planted");
    }
}
