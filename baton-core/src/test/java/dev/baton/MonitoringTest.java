package dev.baton;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MonitoringTest {
    private static NamedPrimitive figures(Object primitive) {
        return Monitoring.all().stream().filter(named -> named.get() == primitive).findFirst().orElseThrow();
    }

    @Test
    void nameCanBeGivenAndChanged() {
        Semaphore semaphore = new Semaphore(1);
        assertThat(Monitoring.nameOf(semaphore)).isNull();
        assertThat(Monitoring.named(semaphore, "a")).isSameAs(semaphore);
        assertThat(Monitoring.nameOf(semaphore)).isEqualTo("a");
        Monitoring.named(semaphore, "b");
        assertThat(Monitoring.nameOf(semaphore)).isEqualTo("b");
        assertThat(Monitoring.all()).filteredOn(named -> named.get() == semaphore).singleElement()
                .returns("b", NamedPrimitive::getName).returns("Semaphore", NamedPrimitive::getType)
                .returns(System.identityHashCode(semaphore), NamedPrimitive::getIdentity);
        assertThatThrownBy(() -> Monitoring.named(semaphore, Nulls.absent())).isInstanceOf(NullPointerException.class);
    }

    @ParameterizedTest
    @EnumSource
    void waitsOfThreadsAreCountedByTheirOutcome(ThreadKind kind) throws InterruptedException {
        Semaphore semaphore = Monitoring.named(new Semaphore(0, true), "counted");
        try (TestThreads threads = new TestThreads(kind)) {
            threads.startAndAwaitParked(semaphore::acquireUninterruptibly);
            assertThat(figures(semaphore).getWaiting()).isEqualTo(1);
            semaphore.release();
        }
        try (TestThreads threads = new TestThreads(kind)) {
            threads.startAndAwaitParked(() -> assertThatThrownBy(semaphore::acquire)
                    .isInstanceOf(InterruptedException.class)).interrupt();
        }
        try (TestThreads threads = new TestThreads(kind)) {
            threads.start(() -> assertThat(semaphore.tryAcquire(2_000_000, NANOSECONDS)).isFalse());
        }
        semaphore.release();
        semaphore.acquire(); // does not wait, so it is not counted
        NamedPrimitive figures = figures(semaphore);
        assertThat(figures.getServed()).isEqualTo(1);
        assertThat(figures.getAborted()).isEqualTo(1);
        assertThat(figures.getTimedOut()).isEqualTo(1);
        assertThat(figures.getWaiting()).isZero();
        assertThat(figures.getTotalWait()).isGreaterThanOrEqualTo(Duration.ofNanos(1_000_000));
        assertThat(figures.getHistogram().stream().mapToLong(NamedPrimitive.Bucket::count).sum()).isEqualTo(3);
        long atLeastAMillisecond = figures.getHistogram().stream()
                .filter(bucket -> bucket.under().toNanos() > 1_500_000).mapToLong(NamedPrimitive.Bucket::count).sum();
        assertThat(atLeastAMillisecond).isPositive();
        assertThat(figures).asString().contains("counted", "Served = 1", "Timed out = 1", "Aborted = 1");
    }

    @Test
    void waitsOfFuturesAreCounted() {
        Mutex mutex = Monitoring.named(new Mutex(), "futures");
        mutex.lock();
        CompletableFuture<LockToken> cancelled = mutex.lockAsync();
        CompletableFuture<LockToken> served = mutex.lockAsync();
        assertThat(figures(mutex).getWaiting()).isEqualTo(2);
        cancelled.cancel(false);
        cancelled.cancel(false);
        mutex.unlock();
        served.join().close();
        assertThat(figures(mutex)).returns(1L, NamedPrimitive::getServed).returns(1L, NamedPrimitive::getAborted)
                .returns(0, NamedPrimitive::getWaiting);
    }

    @Test
    void waitsOfFuturesOfAChannelAreCounted() throws InterruptedException {
        Channel<String> channel = Monitoring.named(Channel.rendezvous(), "requests");
        CompletableFuture<String> cancelled = channel.receiveAsync();
        CompletableFuture<String> served = channel.receiveAsync();
        assertThat(figures(channel).getWaiting()).isEqualTo(2);
        assertThat(cancelled.cancel(false)).isTrue();
        channel.send("a");
        assertThat(served.join()).isEqualTo("a");
        CompletableFuture<Void> sent = channel.sendAsync("b");
        assertThat(channel.receive()).isEqualTo("b");
        sent.join();
        assertThat(figures(channel)).returns(2L, NamedPrimitive::getServed).returns(1L, NamedPrimitive::getAborted)
                .returns(0, NamedPrimitive::getWaiting);
    }

    @Test
    void everyKindThatCanBeAskedSaysHowManyWait() {
        List<Object> kinds = List.of(new ReentrantLock(), new ReentrantReadWriteLock(), Bag.queue(),
                BlockingPool.builder(1, () -> "a").build(), RateLimiter.of(1, Duration.ofSeconds(1)),
                new CountDownLatch(1), Channel.rendezvous(), BoundedExecutor.builder(1).build());
        for (Object kind : kinds) {
            Monitoring.named(kind, "kind");
            assertThat(figures(kind).getWaiting()).isZero();
        }
    }

    @Test
    void listenerIsToldOfAllNames() {
        ConcurrentLinkedQueue<String> told = new ConcurrentLinkedQueue<>();
        Semaphore before = Monitoring.named(new Semaphore(1), "before");
        Monitoring.onNamed(named -> told.add(named.getName()));
        Semaphore after = Monitoring.named(new Semaphore(1), "after");
        assertThat(told).contains("before", "after");
        assertThat(List.of(before, after)).hasSize(2);
    }

    @Test
    void nameDoesNotKeepThePrimitive() {
        String name = "gone " + System.nanoTime();
        Monitoring.named(new Semaphore(1), name);
        TestThreads.awaitTrue(() -> {
            System.gc();
            Monitoring.named(new Semaphore(1), "another"); // drops what is gone
            return Monitoring.all().stream().noneMatch(named -> named.getName().equals(name));
        });
    }

    @Test
    void manyNamesOfManyThreadsAreAllKept() {
        List<Semaphore> all = new ArrayList<>();
        ConcurrentLinkedQueue<Semaphore> named = new ConcurrentLinkedQueue<>();
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            for (int t = 0; t < 4; t++) {
                threads.start(() -> {
                    for (int i = 0; i < 200; i++) {
                        named.add(Monitoring.named(new Semaphore(1), "n" + i));
                    }
                });
            }
        }
        all.addAll(named);
        assertThat(all).hasSize(800).allSatisfy(each -> assertThat(Monitoring.nameOf(each)).startsWith("n"));
        assertThat(Monitoring.all().stream().map(NamedPrimitive::get).filter(Objects::nonNull).filter(all::contains))
                .hasSize(800);
    }
}
