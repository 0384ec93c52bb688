package dev.baton;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EventTest {
    @Test
    void manualEventStaysSet() throws InterruptedException {
        Event event = Event.manualReset();
        assertThat(event.isSet()).isFalse();
        assertThat(event.tryAwait()).isFalse();
        assertThat(event.await(1, NANOSECONDS)).isFalse();
        CompletableFuture<Void> first = event.awaitAsync();
        CompletableFuture<Void> second = event.awaitAsync();
        CompletableFuture<Void> aborted = event.awaitAsync();
        assertThat(aborted.cancel(false)).isTrue();
        event.set();
        event.set();
        first.join();
        second.join();
        event.await();
        event.awaitUninterruptibly();
        assertThat(event.await(Duration.ZERO)).isTrue();
        assertThat(event.tryAwait()).isTrue();
        assertThat(event.toString()).contains("[set]");
        assertThat(event.reset()).isTrue();
        assertThat(event.reset()).isFalse();
        assertThat(event.isSet()).isFalse();
        assertThat(event.awaitAsync()).isNotDone();
    }

    @Test
    void autoEventLetsOneGoOn() throws InterruptedException {
        Event event = Event.autoReset();
        event.set();
        event.set();
        assertThat(event.isSet()).isTrue();
        event.await();
        assertThat(event.isSet()).isFalse();
        assertThat(event.tryAwait()).isFalse();
        CompletableFuture<Void> first = event.awaitAsync();
        CompletableFuture<Void> second = event.awaitAsync();
        CompletableFuture<Void> third = event.awaitAsync();
        assertThat(second.cancel(false)).isTrue();
        event.set();
        assertThat(first).isCompleted();
        assertThat(third).isNotDone();
        event.set();
        assertThat(third).isCompleted();
        assertThat(event.isSet()).isFalse();
        event.set();
        assertThat(event.reset()).isTrue();
        assertThat(event.reset()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void threadsWait(ThreadKind kind) {
        for (Event event : new Event[]{Event.manualReset(), Event.autoReset()}) {
            try (TestThreads threads = new TestThreads(kind)) {
                Thread interrupted = threads.startAndAwaitParked(
                        () -> assertThatThrownBy(event::await).isInstanceOf(InterruptedException.class));
                interrupted.interrupt();
                threads.join();
                threads.startAndAwaitParked(event::await);
                event.set();
                threads.join();
                event.reset();
                threads.startAndAwaitParked(() -> assertThat(event.await(1, DAYS)).isTrue());
                event.set();
                threads.join();
                event.reset();
                Thread stubborn = threads.startAndAwaitParked(() -> {
                    event.awaitUninterruptibly();
                    assertThat(Thread.interrupted()).isTrue();
                });
                stubborn.interrupt();
                event.set();
            }
        }
    }

    /** Each set of an auto-reset event that is awaited before the next lets exactly one wait go on. */
    @ParameterizedTest
    @EnumSource
    void setsAndWaitsBalance(ThreadKind kind) {
        Event request = Event.autoReset();
        Event answer = Event.autoReset();
        AtomicInteger rounds = new AtomicInteger();
        try (TestThreads threads = new TestThreads(kind)) {
            threads.start(() -> {
                for (int i = 0; i < 2_000; i++) {
                    request.set();
                    answer.await();
                }
            });
            for (int worker = 0; worker < 2; worker++) {
                threads.start(() -> {
                    while (rounds.get() < 2_000) {
                        if (request.await(100_000, NANOSECONDS)) {
                            rounds.incrementAndGet();
                            answer.set();
                        }
                    }
                });
            }
        }
        assertThat(rounds).hasValue(2_000);
        assertThat(request.isSet()).isFalse();
    }
}
