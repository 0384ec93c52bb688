package dev.baton.check.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.check.api.CheckFailedError;
import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import dev.baton.check.api.Scenario;
import dev.baton.check.api.ScenarioBody;
import dev.baton.check.event.JdkLocks;
import dev.baton.check.explain.Counterexample.Action;
import dev.baton.check.explain.Counterexample.Step;
import dev.baton.check.explore.Verdict;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** What a reader is told about small broken programs, written as a stranger would write them. */
class CounterexampleTest {
    private static final String FILE = "CounterexampleTest.java";

    /** Signals before it stores: the receiver may wait for a signal that has been. */
    static final class Mailbox {
        private final Lock lock = new ReentrantLock();
        private final Condition full = lock.newCondition();
        private String letter;

        void put(String text) {
            lock.lock();
            full.signal();
            lock.unlock();
            lock.lock();
            letter = text;
            lock.unlock();
        }

        String take() {
            lock.lock();
            try {
                while (letter == null) {
                    full.awaitUninterruptibly();
                }
                return letter;
            } finally {
                lock.unlock();
            }
        }
    }

    static final class Account {
        private int balance;

        synchronized void transferTo(Account other, int amount) {
            balance -= amount;
            other.deposit(amount);
        }

        synchronized void deposit(int amount) {
            balance += amount;
        }
    }

    /** {@code if} where {@code while} is needed. */
    static final class Signal {
        private boolean given;

        synchronized void give() {
            given = true;
            notifyAll();
        }

        synchronized void await() throws InterruptedException {
            if (!given) {
                wait();
            }
            assert given : "woken too early";
        }

        synchronized void awaitProperly() throws InterruptedException {
            while (!given) {
                wait();
            }
        }
    }

    static final class Visits {
        private final Map<String, Integer> counts = new ConcurrentHashMap<>();

        void visit(String page) {
            Integer before = counts.get(page);
            counts.put(page, before == null ? 1 : before + 1);
        }
    }

    private interface Interruptible {
        void run() throws InterruptedException;
    }

    private static void quietly(Interruptible body) {
        try {
            body.run();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void mailbox(Scenario scenario) {
        Mailbox box = new Mailbox();
        scenario.thread("sender", () -> box.put("hello"));
        scenario.thread("receiver", () -> box.take());
    }

    private static Counterexample found(CheckResult result) {
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        return result.counterexamples("check", SourcePath.none()).getFirst();
    }

    private static Counterexample found(ScenarioBody body) {
        return found(new Checker().check(body));
    }

    private static String text(Counterexample shown) {
        return String.join("\n", CounterexampleText.of(shown));
    }

    @Test
    void anInterleavingIsToldWhereWeakMemoryIsNotNeeded() {
        CheckResult result = new Checker().check(CounterexampleTest::mailbox);
        Counterexample shown = found(result);
        assertThat(String.join(" ", shown.reason())).contains("This is an interleaving").doesNotContain("instead of",
                "No interleaving", "volatile");
        assertIsInterleaving(shown);
    }

    @Test
    void aCallThroughAnInterfaceIsOneLineThatShowsItsCaller() {
        Counterexample shown = found(new Checker().jdkLocks(JdkLocks.CODE).check(CounterexampleTest::mailbox));
        assertThat(shown.steps()).filteredOn(step -> step.action() != Action.START && step.action() != Action.JOIN)
                .allSatisfy(step -> assertThat(step.file()).isEqualTo(FILE));
        assertThat(text(shown)).contains("steps inside ReentrantLock.lock", "steps inside ConditionObject.signal")
                .doesNotContain("AbstractQueuedSynchronizer.java");
        assertThat(CounterexampleText.of(shown)).hasSizeLessThan(25);
        assertThat(String.join("\n", CounterexampleText.inFull(shown))).contains("in AbstractQueuedSynchronizer.java:");
        assertThat(shown.waiting()).singleElement().asString().contains("receiver", FILE,
                "inside ConditionObject.awaitUninterruptibly");
    }

    @Test
    void aHangHasNoNeedlessWakeUps() {
        Counterexample shown = found(scenario -> {
            Signal signal = new Signal();
            scenario.thread("one", () -> quietly(signal::awaitProperly));
            scenario.thread("two", () -> quietly(signal::awaitProperly));
        });
        assertThat(shown.steps()).noneMatch(step -> step.action() == Action.CHOICE);
    }

    @Test
    void aChoiceIsToldInWords() {
        Counterexample woken = found(scenario -> {
            Signal signal = new Signal();
            scenario.thread("giver", signal::give);
            scenario.thread("waiter", () -> quietly(signal::await));
        });
        assertThat(text(woken)).contains("wakes for no reason").doesNotContain("choice");
        Counterexample late = found(scenario -> {
            BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
            scenario.thread("producer", () -> queue.add("x"));
            scenario.thread("consumer", () -> quietly(() -> {
                assert queue.poll(1, TimeUnit.SECONDS) != null : "gave up";
            }));
        });
        assertThat(text(late)).containsPattern("time passed|time is up").doesNotContain("choice");
    }

    @Test
    void aDeadlockOfSynchronizedMethodsHasLinesAndHolders() {
        Counterexample shown = found(scenario -> {
            Account mine = new Account();
            Account yours = new Account();
            scenario.thread("me", () -> mine.transferTo(yours, 1));
            scenario.thread("you", () -> yours.transferTo(mine, 2));
        });
        assertThat(shown.steps()).filteredOn(step -> step.place() >= 0).allSatisfy(step -> {
            assertThat(step.file()).isEqualTo(FILE);
            assertThat(step.line()).isPositive();
        });
        assertThat(String.join(" ", shown.reason())).contains("me waits for", "which you holds", "which me holds");
        assertThat(text(shown)).contains(".monitor: free -> me", ".monitor: free -> you", ".monitor = you");
    }

    static final class Screen {
        int monitor;
    }

    @Test
    void aFieldThatIsCalledMonitorKeepsItsValue() {
        Counterexample shown = found(scenario -> {
            Screen screen = new Screen();
            scenario.thread("one", () -> screen.monitor = 1);
            scenario.thread("two", () -> {
                assert screen.monitor == 0 : "on";
            });
        });
        assertThat(text(shown)).contains(".monitor = 1").doesNotContain("free");
    }

    @Test
    void checkThenActNamesTheTwoCalls() {
        Counterexample shown = found(scenario -> {
            Visits visits = new Visits();
            scenario.threads(2, () -> visits.visit("home"));
            scenario.finallyAssert(() -> {
                assert visits.counts.get("home") == 2 : "a visit is lost";
            });
        });
        assertThat(String.join(" ", shown.reason())).contains("`ConcurrentHashMap.get`",
                "and then `ConcurrentHashMap.put`",
                "nothing makes the two calls one step");
        assertIsInterleaving(shown);
    }

    @Test
    void anExceptionHasItsStackInTheNamesOfTheSource() {
        Counterexample shown = found(scenario -> {
            BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
            scenario.threads(2, () -> queue.add("x"));
        });
        assertThat(shown.headline()).contains("Queue full");
        assertThat(shown.stack()).anyMatch(frame -> frame.contains("java.util.concurrent.ArrayBlockingQueue.add"));
        assertThat(shown.stack().getLast()).contains(FILE);
        assertThat(text(shown)).doesNotContain("baton.jdk", "dev.baton.check.replay");
    }

    @Test
    void aFailureHasOneLineOfMessageAndTellsTheRestOnce() {
        CheckResult result = new Checker().check(CounterexampleTest::mailbox);
        CheckFailedError failure = catchThrowableOfType(CheckFailedError.class, result::assertVerified);
        assertThat(failure.getMessage().lines()).hasSize(1);
        assertThat(failure).hasMessageContaining("VIOLATED under rc11").hasMessageContaining("receiver waits for ever");
        assertThat(failure.toString()).contains("Why:", "This is an interleaving", "Mailbox");
        assertThat(failure.toString().split("Why:", -1)).hasSize(2);
        assertThat(failure.toString().split("receiver waits for ever", -1)).hasSize(2);
    }

    @Test
    void aReadOfAnOldValueSaysWhichWriteItMisses() {
        Counterexample shown = found(scenario -> {
            int[] data = {0, 0};
            scenario.thread("writer", () -> {
                data[0] = 1;
                data[1] = 1;
            });
            scenario.thread("reader", () -> {
                assert data[1] == 0 || data[0] == 1 : "stale";
            });
        });
        assertThat(shown.steps()).filteredOn(step -> step.instead() > 0).hasSize(1);
        assertThat(text(shown)).contains("from the set-up, older than");
    }

    /** Each read sees the last write above it. */
    private static void assertIsInterleaving(Counterexample shown) {
        Map<Integer, Integer> memory = new HashMap<>();
        for (Step step : shown.steps()) {
            if (step.readsFrom() >= 0) {
                assertThat(memory.getOrDefault(step.place(), 0)).as("step %s of %s", step.number(), text(shown))
                        .isEqualTo(step.readsFrom());
            }
            if (step.action() == Action.WRITE || step.action() == Action.SWAP) {
                memory.put(step.place(), step.number());
            }
        }
    }
}
