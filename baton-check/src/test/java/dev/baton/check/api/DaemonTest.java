package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.event.Timeouts;
import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A daemon may be left waiting when all other threads have ended; any other thread must end. */
class DaemonTest {
    /** What a thread does that waits for ever. */
    private enum Wait {
        PARK {
            @Override
            Runnable body() {
                return () -> {
                    while (true) {
                        LockSupport.park();
                    }
                };
            }
        },
        POLL {
            @Override
            Runnable body() {
                AtomicBoolean never = new AtomicBoolean();
                return () -> {
                    while (!never.get()) {
                        Thread.onSpinWait();
                    }
                };
            }
        },
        MONITOR {
            @Override
            Runnable body() {
                Object monitor = new Object();
                return () -> {
                    synchronized (monitor) {
                        while (true) {
                            waitFor(monitor);
                        }
                    }
                };
            }
        },
        CONDITION {
            @Override
            Runnable body() {
                ReentrantLock lock = new ReentrantLock();
                var condition = lock.newCondition();
                return () -> {
                    lock.lock();
                    while (true) {
                        condition.awaitUninterruptibly();
                    }
                };
            }
        },
        QUEUE {
            @Override
            Runnable body() {
                BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
                return () -> {
                    while (true) {
                        take(queue);
                    }
                };
            }
        };

        abstract Runnable body();
    }

    @SuppressWarnings("WaitNotInLoop") // the caller's
    private static void waitFor(Object monitor) {
        try {
            monitor.wait();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void take(BlockingQueue<String> queue) {
        try {
            queue.take();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Thread daemon(Runnable body) {
        Thread thread = new Thread(body);
        thread.setDaemon(true);
        return thread;
    }

    private static boolean isHang(CheckResult result) {
        return result.verdict() == Verdict.VIOLATED
                && result.violations().getFirst().kind() == Violation.Kind.AWAIT_TERMINATION;
    }

    @ParameterizedTest
    @EnumSource
    void daemonMayWaitForEver(Wait wait) {
        String name = wait.name();
        for (String model : new String[]{"sc", "tso", "rc11", "jam"}) {
            CheckResult result = new Checker().model(model).check(scenario -> {
                Runnable body = Wait.valueOf(name).body();
                scenario.thread("starts", () -> daemon(body).start());
                scenario.outcome(() -> "over");
            });
            result.assertVerified();
            assertThat(result.outcomes().keySet()).containsExactly("over");
        }
    }

    @ParameterizedTest
    @EnumSource
    void otherThreadMayNot(Wait wait) {
        String name = wait.name();
        assertThat(isHang(new Checker().check(scenario -> {
            Runnable body = Wait.valueOf(name).body();
            scenario.thread("starts", () -> new Thread(body).start());
        }))).isTrue();
    }

    @Test
    void actorIsNoDaemon() {
        assertThat(isHang(new Checker().check(scenario -> scenario.thread("waits", Wait.PARK.body())))).isTrue();
    }

    @Test
    void virtualThreadHasToEnd() {
        assertThat(isHang(new Checker().check(scenario -> {
            Runnable body = Wait.PARK.body();
            scenario.thread("starts", () -> Thread.startVirtualThread(body));
        }))).isTrue();
    }

    @Test
    void daemonThatIsJoinedHasToEnd() {
        CheckResult result = new Checker().check(scenario -> {
            Runnable body = Wait.PARK.body();
            scenario.thread("joins", () -> {
                Thread daemon = daemon(body);
                daemon.start();
                try {
                    daemon.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
        });
        assertThat(isHang(result)).isTrue();
    }

    @Test
    void threadThatADaemonDoesNotServeIsBlamedBeforeTheDaemon() {
        CheckResult result = new Checker().check(scenario -> {
            BlockingQueue<String> orders = new ArrayBlockingQueue<>(1);
            BlockingQueue<String> answers = new ArrayBlockingQueue<>(1);
            scenario.thread("asks nothing", () -> {
                daemon(() -> {
                    take(orders);
                    answers.add("served");
                }).start();
                take(answers);
            });
        });
        assertThat(isHang(result)).isTrue();
        assertThat(result.violations().getFirst().thread()).isEqualTo(1);
    }

    @Test
    void whatADaemonDoesBeforeItWaitsIsExplored() {
        CheckResult result = new Checker().check(scenario -> {
            AtomicBoolean done = new AtomicBoolean();
            Object monitor = new Object();
            scenario.thread("starts", () -> daemon(() -> {
                done.set(true);
                synchronized (monitor) {
                    waitFor(monitor);
                }
            }).start());
            scenario.outcome(done::get);
        });
        result.assertVerified();
        assertThat(result.outcomes().keySet()).containsExactly("false", "true");
    }

    @Test
    void exceptionOfADaemonIsAViolation() {
        CheckResult result = new Checker().check(scenario -> {
            scenario.thread("starts", () -> daemon(() -> {
                throw new IllegalStateException("in a daemon");
            }).start());
        });
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    }

    /** Where it may give up at any time, there is no end to its turns. */
    @ParameterizedTest
    @EnumSource(names = {"NEVER", "LAST"})
    void daemonThatLooksNowAndThenIsLeft(Timeouts timeouts) {
        CheckResult result = new Checker().timeouts(timeouts).check(scenario -> {
            BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
            scenario.thread("starts", () -> daemon(() -> {
                while (true) {
                    try {
                        queue.poll(1, TimeUnit.SECONDS);
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }).start());
        });
        result.assertVerified();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void onlyTheLastWordOfTheProgramCounts(boolean daemon) {
        CheckResult result = new Checker().check(scenario -> {
            Runnable body = Wait.PARK.body();
            scenario.thread("starts", () -> {
                Thread thread = daemon(body);
                assert thread.isDaemon();
                thread.setDaemon(daemon);
                assert thread.isDaemon() == daemon;
                thread.start();
            });
        });
        assertThat(result.verdict()).isEqualTo(daemon ? Verdict.VERIFIED : Verdict.VIOLATED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void builderMakesDaemons(boolean daemon) {
        CheckResult result = new Checker().check(scenario -> {
            Runnable body = Wait.PARK.body();
            scenario.thread("starts", () -> Thread.ofPlatform().daemon(daemon).start(body));
        });
        assertThat(result.verdict()).isEqualTo(daemon ? Verdict.VERIFIED : Verdict.VIOLATED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void threadIsAsTheOneThatMadeIt(boolean daemon) {
        CheckResult result = new Checker().check(scenario -> {
            Runnable body = Wait.PARK.body();
            scenario.thread("starts", () -> {
                Thread middle = new Thread(() -> {
                    Thread inner = new Thread(body);
                    assert inner.isDaemon() == daemon;
                    assert Thread.currentThread().isDaemon() == daemon;
                    inner.start();
                });
                assert !middle.isDaemon();
                middle.setDaemon(daemon);
                middle.start();
            });
        });
        assertThat(result.verdict()).isEqualTo(daemon ? Verdict.VERIFIED : Verdict.VIOLATED);
    }

    @Test
    void kindMayDependOnWhatAThreadSees() {
        CheckResult result = new Checker().check(scenario -> {
            AtomicBoolean flag = new AtomicBoolean();
            Runnable body = Wait.PARK.body();
            scenario.thread("sets", () -> flag.set(true));
            scenario.thread("starts", () -> {
                boolean seen = flag.get();
                Thread thread = new Thread(() -> {
                    assert Thread.currentThread().isDaemon() == seen;
                    if (seen) {
                        body.run();
                    }
                });
                thread.setDaemon(seen);
                thread.start();
            });
        });
        result.assertVerified();
    }

    @Test
    void startedThreadStaysWhatItIs() {
        new Checker().check(scenario -> scenario.thread("starts", () -> {
            Thread thread = new Thread(() -> {});
            thread.start();
            try {
                thread.setDaemon(true);
                throw new AssertionError("after the start");
            } catch (IllegalThreadStateException expected) {
                assert !thread.isDaemon();
            }
        })).assertVerified();
    }

    @Test
    void virtualThreadSaysThatItIsADaemon() {
        new Checker().check(scenario -> scenario.thread("makes", () -> {
            Thread thread = Thread.ofVirtual().unstarted(() -> {});
            assert thread.isDaemon();
            try {
                thread.setDaemon(false);
                throw new AssertionError("a virtual thread");
            } catch (IllegalArgumentException expected) {
                thread.setDaemon(true);
            }
        })).assertVerified();
    }

    @Test
    void daemonOfTheSetUpMayWait() {
        new Checker().check(scenario -> {
            Thread daemon = daemon(Wait.PARK.body());
            scenario.thread("starts", daemon::start);
        }).assertVerified();
    }
}
