package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.check.program.InvalidCheckException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks of real classes that are stopped and resumed, each part as if in a process of its own. */
final class ResumedCheckTest {
    private static final List<String> MODELS = List.of("sc", "tso", "rc11", "jam");

    /** A lock that looks ten times before it parks: what other threads write decides which looks are run. */
    static final class LooksFirst {
        private final AtomicReference<@Nullable Thread> waiter = new AtomicReference<>();
        private volatile int state;

        void take() {
            for (int i = 0; i < 10; i++) {
                if (state == 1) {
                    return;
                }
                Thread.onSpinWait();
            }
            waiter.set(Thread.currentThread());
            while (state == 0) {
                LockSupport.park(this);
            }
        }

        void give() {
            state = 1;
            LockSupport.unpark(waiter.get());
        }
    }

    static final class Node {
        int value;
        @Nullable
        Node next;
    }

    private static void spins(Scenario scenario) {
        LooksFirst gate = new LooksFirst();
        scenario.thread(gate::take).thread(gate::give);
    }

    private static void startsThreads(Scenario scenario) {
        int[] seen = new int[3];
        AtomicInteger count = new AtomicInteger();
        scenario.thread(() -> {
            int now = count.incrementAndGet();
            Thread child = new Thread(() -> seen[now] = count.get());
            child.start();
        }).thread(() -> {
            if (count.get() == 1) {
                new Thread(count::incrementAndGet).start();
            }
        });
    }

    private static void publishes(Scenario scenario) {
        AtomicReference<@Nullable Node> top = new AtomicReference<>();
        int[] read = new int[1];
        scenario.threads(2, () -> {
            Node node = new Node();
            node.value = 1;
            node.next = top.get();
            top.set(node);
        }).thread(() -> {
            Node node = top.get();
            read[0] = node == null ? -1 : node.value;
        }).outcome(() -> read[0]);
    }

    private static void interrupts(Scenario scenario) {
        Thread[] sleeper = new Thread[1];
        AtomicInteger woken = new AtomicInteger();
        scenario.thread(() -> {
            Thread self = new Thread(() -> {
                LockSupport.park();
                woken.incrementAndGet();
            });
            self.start();
            self.interrupt();
            try {
                self.join();
            } catch (InterruptedException e) {
                woken.addAndGet(10);
            }
        }).outcome(woken::get);
    }

    private static ScenarioBody named(String program) {
        return switch (program) {
            case "semaphore" -> scenario -> {
                Semaphore semaphore = new Semaphore(1);
                scenario.threads(2, () -> {
                    semaphore.acquireUninterruptibly();
                    semaphore.release();
                });
            };
            case "buffering" -> scenario -> {
                int[] x = new int[2];
                int[] read = new int[2];
                scenario.thread(() -> {
                    x[0] = 1;
                    read[0] = x[1];
                }).thread(() -> {
                    x[1] = 1;
                    read[1] = x[0];
                }).outcome(() -> read[0] + " " + read[1]);
            };
            case "counter" -> scenario -> {
                AtomicInteger counter = new AtomicInteger();
                scenario.threads(3, counter::incrementAndGet).outcome(counter::get);
            };
            case "queue" -> scenario -> {
                ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();
                String[] got = new String[1];
                scenario.thread(() -> queue.add("a")).thread(() -> got[0] = String.valueOf(queue.poll()))
                        .outcome(() -> got[0]);
            };
            case "monitor" -> scenario -> {
                int[] count = {0};
                scenario.threads(3, () -> {
                    synchronized (count) {
                        count[0]++;
                    }
                }).finallyAssert(() -> {
                    assert count[0] == 3;
                });
            };
            case "timed" -> scenario -> {
                Semaphore semaphore = new Semaphore(0);
                boolean[] got = new boolean[1];
                scenario.thread(() -> {
                    try {
                        got[0] = semaphore.tryAcquire(1, java.util.concurrent.TimeUnit.SECONDS);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }).thread(semaphore::release).outcome(() -> got[0]);
            };
            case "spins" -> ResumedCheckTest::spins;
            case "starts" -> ResumedCheckTest::startsThreads;
            case "publishes" -> ResumedCheckTest::publishes;
            default -> ResumedCheckTest::interrupts;
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"semaphore", "buffering", "counter", "queue", "monitor", "timed", "spins", "starts",
            "publishes", "interrupts"})
    void partsAddUp(String program) throws SearchFile.Unreadable {
        SplittableRandom random = new SplittableRandom(program.hashCode());
        for (String model : MODELS) {
            for (boolean symmetry : new boolean[]{false, true}) {
                Checker checker = new Checker().model(model).symmetry(symmetry).allExecutions().maxExecutions(600);
                CheckResult whole = checker.check(named(program));
                int most = (int) Math.max(1, (whole.executions() + whole.blocked()) / 3);
                CheckResult last = inParts(checker, program, random, most);
                assertThat(counts(last)).as("%s under %s, symmetry %s", program, model, symmetry)
                        .isEqualTo(counts(whole));
            }
        }
    }

    /** Whole searches only; a long one is compared as far as it goes. */
    private static CheckResult inParts(Checker checker, String program, SplittableRandom random, int most)
            throws SearchFile.Unreadable {
        SavedSearch saved = null;
        CheckResult part;
        List<String> counted = new ArrayList<>();
        long visited = 0;
        do {
            int next = (int) Math.min(1 + random.nextInt(most), 600 - visited);
            Checker limited = checker.maxExecutions(next).leaveWork();
            part = (saved == null ? limited : limited.resume(saved)).check(named(program));
            counted.add(counts(part));
            visited = part.executions() + part.blocked();
            if (part.left() == null) {
                throw new AssertionError("nothing was saved: " + part);
            }
            saved = SearchFile.read(SearchFile.text(Map.of(SearchFile.key(program, checker.model()), part.left())))
                    .get(SearchFile.key(program, checker.model()));
            assertThat(saved).isEqualTo(part.left());
        } while (!saved.left().isEmpty() && visited < 600);
        return part;
    }

    private static String counts(CheckResult result) {
        return result.executions() + " complete, " + result.blocked() + " blocked, " + result.outcomes();
    }

    @Test
    void anotherProgramIsRefused() {
        SavedSearch saved = new Checker().maxExecutions(1).leaveWork().check(named("counter")).left();
        assertThat(saved).isNotNull();
        assertThatThrownBy(() -> new Checker().model("sc").resume(saved).check(named("counter")))
                .isInstanceOf(InvalidCheckException.class).hasMessageContaining("under rc11, this check is under sc");
        assertThatThrownBy(() -> new Checker().symmetry(true).resume(saved).check(named("counter")))
                .isInstanceOf(InvalidCheckException.class).hasMessageContaining("other settings");
        assertThatThrownBy(() -> new Checker().resume(saved).check(named("buffering")))
                .isInstanceOf(InvalidCheckException.class).hasMessageContaining("not one of this check");
        String text = SearchFile.text(Map.of("counter rc11", saved));
        String changed = text.replaceFirst("class [0-9a-f]{16} ", "class 0123456789abcdef ");
        assertThatThrownBy(
                () -> new Checker().resume(SearchFile.read(changed).values().iterator().next()).check(named("counter")))
                .isInstanceOf(InvalidCheckException.class).hasMessageContaining("class file has changed");
    }

    @Test
    void aFileThatIsNoneIsUnreadable() {
        SavedSearch saved = new Checker().maxExecutions(1).leaveWork().check(named("counter")).left();
        assertThat(saved).isNotNull();
        String text = SearchFile.text(Map.of("counter rc11", saved));
        assertThatThrownBy(() -> SearchFile.read("")).hasMessageContaining("no file of a search");
        assertThatThrownBy(() -> SearchFile.read(text.replace("baton-search 1", "baton-search 9")))
                .hasMessageContaining("version 9");
        assertThatThrownBy(() -> SearchFile.read(text.substring(0, text.length() - 8)))
                .isInstanceOf(SearchFile.Unreadable.class);
        assertThatThrownBy(() -> SearchFile.read(text.replaceFirst("\nleft [^\n]*", "")))
                .isInstanceOf(SearchFile.Unreadable.class);
        assertThatThrownBy(() -> SearchFile.read(text.replace("complete ", "complete x")))
                .hasMessageContaining("cannot be read: complete x");
    }
}
