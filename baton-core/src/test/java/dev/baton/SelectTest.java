package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a select promises, over each primitive. */
class SelectTest {
    private static final Duration LONG = Duration.ofDays(1);

    private static Select<String> receives(Channel<Integer> one, Channel<Integer> two) {
        return Select.<String>fair().onReceive(one, element -> "one " + element)
                .onReceive(two, element -> "two " + element);
    }

    @ParameterizedTest
    @EnumSource
    void takesWhatIsThere(ChannelKind kind) throws InterruptedException {
        Channel<Integer> one = kind.channel();
        Channel<Integer> two = kind.channel();
        CompletableFuture<Void> send = two.sendAsync(7);
        assertThat(receives(one, two).select()).isEqualTo("two 7");
        assertThat(send).isCompleted();
        assertThat(receives(one, two).otherwise(() -> "none").select()).isEqualTo("none");
        assertThat(receives(one, two).onTimeout(Duration.ZERO, () -> "late").select()).isEqualTo("late");
        assertThat(receives(one, two).onTimeout(Duration.ofNanos(1_000), () -> "late").select()).isEqualTo("late");
        assertThat(one.getReceiveQueueLength() + two.getReceiveQueueLength()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void waitsForTheFirst(ThreadKind threadKind) {
        for (ChannelKind kind : ChannelKind.values()) {
            Channel<Integer> one = kind.channel();
            Channel<Integer> two = kind.channel();
            try (TestThreads threads = new TestThreads(threadKind)) {
                threads.startAndAwaitParked(() -> assertThat(receives(one, two).select()).isEqualTo("two 1"));
                assertThat(two.trySend(1)).isTrue();
                threads.join();
                threads.startAndAwaitParked(
                        () -> assertThat(receives(one, two).selectUninterruptibly()).isEqualTo("one 2"));
                assertThat(one.trySend(2)).isTrue();
                threads.join();
                threads.startAndAwaitParked(() -> assertThat(receives(one, two).onTimeout(LONG, () -> "late").select())
                        .isEqualTo("one 3"));
                assertThat(one.trySend(3)).isTrue();
            }
            assertThat(one.getReceiveQueueLength() + two.getReceiveQueueLength()).isZero();
            assertThat(one.tryReceive()).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void interruptAbortsAllClauses(ThreadKind threadKind) {
        Channel<Integer> one = Channel.rendezvous();
        Channel<Integer> two = Channel.rendezvous();
        try (TestThreads threads = new TestThreads(threadKind)) {
            Thread waiting = threads.startAndAwaitParked(() -> assertThatThrownBy(receives(one, two)::select)
                    .isInstanceOf(InterruptedException.class));
            waiting.interrupt();
            threads.join();
            Thread stubborn = threads.startAndAwaitParked(() -> {
                assertThat(receives(one, two).onTimeout(LONG, () -> "late").selectUninterruptibly())
                        .isEqualTo("one 5");
                assertThat(Thread.interrupted()).isTrue();
            });
            stubborn.interrupt();
            TestThreads.awaitTrue(() -> one.trySend(5));
        }
        assertThat(one.trySend(1) || two.trySend(1)).isFalse();
    }

    @Test
    void pendingInterruptIsThrownAndNothingHappens() {
        Channel<Integer> one = Channel.buffered(1);
        one.trySend(1);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Select.<Integer>fair().onReceive(one, element -> element).select())
                .isInstanceOf(InterruptedException.class);
        assertThat(one.getSize()).isEqualTo(1);
    }

    @Test
    void sendsAndReceivesWaitTogether() {
        Channel<Integer> out = Channel.rendezvous();
        Channel<Integer> in = Channel.rendezvous();
        Select<String> select = Select.<String>fair().onSend(out, 1, () -> "sent").onReceive(in, e -> "got " + e);
        CompletableFuture<String> first = select.selectAsync();
        CompletableFuture<String> second = select.selectAsync();
        assertThat(out.tryReceive()).isEqualTo(1);
        assertThat(first).isCompletedWithValue("sent");
        assertThat(in.trySend(2)).isTrue();
        assertThat(second).isCompletedWithValue("got 2");
        assertThat(out.tryReceive()).isNull();
        assertThat(in.trySend(3)).isFalse();
    }

    @Test
    void selectsThatWaitMeetEachOther() {
        Channel<Integer> a = Channel.rendezvous();
        Channel<Integer> b = Channel.rendezvous();
        CompletableFuture<String> one = Select.<String>fair().onSend(a, 1, () -> "sent").onReceive(b, e -> "got " + e)
                .selectAsync();
        CompletableFuture<String> two = Select.<String>fair().onSend(b, 2, () -> "sent").onReceive(a, e -> "got " + e)
                .selectAsync();
        assertThat(one.join().equals("sent") ? two.join().equals("got 1") : two.join().equals("sent")).isTrue();
        assertThat(a.getSendQueueLength() + b.getSendQueueLength()).isZero();
    }

    @Test
    void selectDoesNotMeetItself() {
        Channel<Integer> channel = Channel.rendezvous();
        Select<String> select = Select.<String>fair().onSend(channel, 1, () -> "sent").onReceive(channel,
                e -> "got " + e);
        CompletableFuture<String> first = select.selectAsync();
        assertThat(first).isNotDone();
        CompletableFuture<String> second = select.selectAsync();
        assertThat(first.join().equals("sent") ? second.join() : first.join()).isEqualTo("got 1");
        CompletableFuture<String> third = select.selectAsync();
        assertThat(channel.trySend(5)).isTrue();
        assertThat(third).isCompletedWithValue("got 5");
        CompletableFuture<String> fourth = select.selectAsync();
        assertThat(channel.receiveAsync()).isCompletedWithValue(1);
        assertThat(fourth).isCompletedWithValue("sent");
    }

    @Test
    void cancelLeavesNothingBehind() {
        Channel<Integer> full = Channel.buffered(1);
        full.trySend(0);
        Channel<Integer> empty = Channel.rendezvous();
        CompletableFuture<String> select = Select.<String>fair().onSend(full, 1, () -> "sent")
                .onReceive(empty, e -> "got").selectAsync();
        assertThat(select.cancel(false)).isTrue();
        assertThat(full.getSendQueueLength() + empty.getReceiveQueueLength()).isZero();
        assertThat(empty.trySend(1)).isFalse();
        assertThat(full.tryReceive()).isZero();
        assertThat(full.tryReceive()).isNull();
    }

    @Test
    void priorityTakesTheFirstAndFairnessTakesAll() throws InterruptedException {
        Channel<Integer> one = Channel.unlimited();
        Channel<Integer> two = Channel.unlimited();
        for (int i = 0; i < 200; i++) {
            one.trySend(i);
            two.trySend(i);
        }
        Select<Integer> prioritized = Select.<Integer>prioritized().onReceive(one, e -> 1).onReceive(two, e -> 2);
        Select<Integer> fair = Select.<Integer>fair().onReceive(one, e -> 1).onReceive(two, e -> 2);
        int[] taken = new int[3];
        for (int i = 0; i < 100; i++) {
            assertThat(prioritized.select()).isEqualTo(1);
            taken[fair.select()]++;
        }
        assertThat(taken[1]).isPositive(); // fails once in 2^99
        assertThat(taken[2]).isPositive();
    }

    /** A clause gains nothing from neighbours that cannot happen: a start at random would take it twice as often here. */
    @Test
    void fairnessTakesEachClauseThatCanHappenAsOften() throws InterruptedException {
        Channel<Integer> never = Channel.rendezvous();
        Channel<Integer> one = Channel.unlimited();
        Channel<Integer> two = Channel.unlimited();
        Channel<Integer> three = Channel.unlimited();
        Select<Integer> fair = Select.<Integer>fair().onReceive(never, e -> 0).onReceive(one, e -> 1)
                .onReceive(two, e -> 2).onReceive(three, e -> 3);
        int rounds = 30_000;
        int[] taken = new int[4];
        for (int i = 0; i < rounds; i++) {
            for (Channel<Integer> channel : List.of(one, two, three)) {
                channel.trySend(i);
            }
            taken[fair.select()]++;
        }
        assertThat(taken[0]).isZero();
        for (int clause = 1; clause <= 3; clause++) {
            assertThat(taken[clause]).isBetween(9_000, 11_000); // twelve standard deviations
        }
    }

    @Test
    void closedChannelsAreSeen() throws InterruptedException {
        Channel<Integer> one = Channel.rendezvous();
        Channel<Integer> two = Channel.rendezvous();
        Select<Optional<Integer>> select = Select.<Optional<Integer>>fair().onReceiveOrClosed(one, found -> found)
                .onReceiveOrClosed(two, found -> found);
        CompletableFuture<Optional<Integer>> waiting = select.selectAsync();
        one.close();
        assertThat(waiting).isCompletedWithValue(Optional.empty());
        assertThat(select.select()).isEmpty();
        assertThatThrownBy(receives(one, two)::select).isInstanceOf(ChannelClosedException.class);
        assertThatThrownBy(Select.<String>fair().onSend(one, 1, () -> "sent")::select)
                .isInstanceOf(ChannelClosedException.class);
        assertThat(two.getReceiveQueueLength()).isZero();
    }

    @Test
    void badInputTakesNothing() {
        Channel<Integer> channel = Channel.buffered(1);
        assertThatThrownBy(Select.fair()::select).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(Select.fair()::selectAsync).isInstanceOf(IllegalArgumentException.class);
        Select<Integer> select = Select.<Integer>fair().onReceive(channel, e -> e).onTimeout(LONG, () -> 0)
                .otherwise(() -> 9);
        assertThatThrownBy(() -> select.onReceive(channel, e -> e)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> select.onReceiveOrClosed(channel, e -> 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> select.onTimeout(LONG, () -> 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> select.otherwise(() -> 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> select.onSend(channel, Nulls.absent(), () -> 0))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> select.onAcquire(new Semaphore(1), -1, () -> 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(select.selectUninterruptibly()).isEqualTo(9);
        assertThat(channel.trySend(1)).isTrue();
        assertThat(select.selectUninterruptibly()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void everyPrimitiveCanBeAClause(ThreadKind threadKind) throws Exception {
        Semaphore semaphore = new Semaphore(0, true);
        Mutex mutex = new Mutex();
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch latch = new CountDownLatch(1);
        Event manual = Event.manualReset();
        Event auto = Event.autoReset();
        CompletableFuture<String> future = new CompletableFuture<>();
        try (BlockingPool<String> pool = BlockingPool.builder(1, () -> "element").executor(Runnable::run).build()) {
            Select<String> all = Select.<String>fair().onAcquire(semaphore, () -> "permit")
                    .onLock(mutex, token -> {
                        token.close();
                        return "mutex";
                    }).onLock(lock, token -> {
                        token.close();
                        return "lock";
                    }).onCountedDown(latch, () -> "latch").onSet(manual, () -> "manual").onSet(auto, () -> "auto")
                    .onTake(pool, lease -> {
                        lease.close();
                        return "pool";
                    }).onCompletion(future, result -> "future " + result);
            mutex.lock();
            CompletableFuture<LockToken> locked = lock.lockAsync();
            Lease<String> lease = pool.take();
            LockToken token = locked.join();
            try (TestThreads threads = new TestThreads(threadKind)) {
                threads.startAndAwaitParked(() -> assertThat(all.select()).isEqualTo("permit"));
                semaphore.release();
                threads.join();
                threads.startAndAwaitParked(() -> assertThat(all.select()).isEqualTo("mutex"));
                mutex.unlock();
                threads.join();
                mutex.lock();
                threads.startAndAwaitParked(() -> assertThat(all.select()).isEqualTo("lock"));
                token.close();
                threads.join();
                LockToken again = lock.lockAsync().join();
                threads.startAndAwaitParked(() -> assertThat(all.select()).isEqualTo("auto"));
                auto.set();
                threads.join();
                threads.startAndAwaitParked(() -> assertThat(all.select()).isEqualTo("pool"));
                lease.close();
                threads.join();
                Lease<String> taken = pool.take();
                threads.startAndAwaitParked(() -> assertThat(all.select()).isEqualTo("manual"));
                manual.set();
                threads.join();
                manual.reset();
                threads.startAndAwaitParked(() -> assertThat(all.select()).isEqualTo("latch"));
                latch.countDown();
                threads.join();
                taken.close();
                again.close();
                mutex.unlock();
            }
            assertThat(semaphore.availablePermits()).as("nothing was left behind").isZero();
            assertThat(semaphore.getQueueLength()).isZero();
            assertThat(mutex.tryLock()).isTrue();
            assertThat(lock.isLocked()).isFalse();
            assertThat(pool.getQueueLength()).isZero();
        }
    }

    @Test
    void futuresAreClausesAndKeepNothing() throws Exception {
        CompletableFuture<String> future = new CompletableFuture<>();
        Channel<Integer> channel = Channel.buffered(1);
        Select<String> select = Select.<String>prioritized().onReceive(channel, e -> "got " + e)
                .onCompletion(future, result -> "done " + result);
        for (int i = 0; i < 1_000; i++) {
            CompletableFuture<String> waiting = select.selectAsync();
            channel.trySend(i);
            assertThat(waiting.join()).isEqualTo("got " + i);
        }
        assertThat(future.getNumberOfDependents()).as("left at the future").isLessThan(10);
        CompletableFuture<String> waiting = select.selectAsync();
        future.complete("x");
        assertThat(waiting.join()).isEqualTo("done x");
        assertThat(select.select()).isEqualTo("done x");
        CompletableFuture<String> failed = CompletableFuture.failedFuture(new IllegalStateException("broken"));
        assertThatThrownBy(Select.<String>fair().onCompletion(failed, result -> result)::select)
                .isInstanceOf(CompletionException.class).hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void timeoutOfAFutureLeavesNothingBehind() {
        Channel<Integer> channel = Channel.rendezvous();
        Select<String> select = Select.<String>fair().onReceive(channel, e -> "got " + e)
                .onTimeout(Duration.ofMillis(1), () -> "late");
        assertThat(select.selectAsync().join()).isEqualTo("late");
        assertThat(channel.getReceiveQueueLength()).isZero();
        CompletableFuture<String> served = Select.<String>fair().onReceive(channel, e -> "got " + e)
                .onTimeout(LONG, () -> "late").selectAsync();
        assertThat(channel.trySend(1)).isTrue();
        assertThat(served.join()).isEqualTo("got 1");
    }

    @Test
    void closedPoolIsReportedAsByTake() {
        BlockingPool<String> pool = BlockingPool.builder(1, () -> "element").build();
        Channel<Integer> channel = Channel.rendezvous();
        Select<String> select = Select.<String>fair().onTake(pool, lease -> "lease").onReceive(channel, e -> "got");
        pool.close();
        assertThatThrownBy(pool::take).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(select::select).isInstanceOf(IllegalStateException.class);
        assertThat(channel.getReceiveQueueLength()).isZero();
    }

    /** The sum of time and timeout does not overflow into the far future. */
    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0})
    void timeoutThatIsOverDoesNotWait(long seconds) throws InterruptedException {
        Select<String> select = Select.<String>fair().onReceive(Channel.<String>rendezvous(), element -> element)
                .onTimeout(Duration.ofSeconds(seconds), () -> "late");
        assertThat(select.select()).isEqualTo("late");
        assertThat(select.selectUninterruptibly()).isEqualTo("late");
        assertThat(select.selectAsync().join()).isEqualTo("late");
    }

    @Test
    void timeoutOfAThreadStartsNoThread() throws InterruptedException {
        Select<String> select = Select.<String>fair().onReceive(Channel.<String>rendezvous(), element -> element)
                .onTimeout(Duration.ofNanos(10_000), () -> "late");
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getTotalStartedThreadCount();
        for (int i = 0; i < 100; i++) {
            assertThat(select.select()).isEqualTo("late");
        }
        assertThat(threads.getTotalStartedThreadCount() - before).as("threads, one for each timeout").isLessThan(50);
    }

    /** Clauses that can always happen, and some that never can before, between and behind them. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noClauseStarves(boolean async) throws InterruptedException {
        int each = 1_000;
        Select<Integer> select = Select.fair();
        for (int clause = 0; clause < 9; clause++) {
            int number = clause;
            Channel<Integer> channel = Channel.unlimited();
            for (int i = 0; i < each && clause % 2 == 1; i++) {
                channel.trySend(i);
            }
            select.onReceive(channel, element -> number);
        }
        int[] taken = new int[9];
        for (int i = 0; i < each; i++) {
            taken[async ? select.selectAsync().join() : select.select()]++;
        }
        for (int clause = 1; clause < 9; clause += 2) {
            assertThat(taken[clause]).as("clause " + clause).isGreaterThan(each / 20); // of a quarter
        }
    }
}
