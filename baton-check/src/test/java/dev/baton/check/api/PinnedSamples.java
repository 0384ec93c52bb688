package dev.baton.check.api;

import dev.baton.check.event.Timeouts;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Checks that go wrong, each in its own way, and two that are mended. */
final class PinnedSamples {
    private PinnedSamples() {}

    static final class Box {
        int message;
        int other;
        boolean ready;
        static final VarHandle READY;

        static {
            try {
                READY = MethodHandles.lookup().findVarHandle(Box.class, "ready", boolean.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        void send(boolean release) {
            message = 1;
            if (release) {
                READY.setRelease(this, true);
            } else {
                READY.setOpaque(this, true);
            }
        }

        void receive() {
            if ((boolean) READY.getAcquire(this)) {
                assert message == 1 : "stale";
            }
        }
    }

    static final class Wrong {
        @ModelCheck(models = {"rc11", "jam"})
        void staleMessage(Scenario scenario) {
            Box box = new Box();
            scenario.thread(() -> box.send(false)).thread(box::receive);
        }

        @ModelCheck(models = {"sc", "tso", "rc11", "jam"})
        void lostUpdate(Scenario scenario) {
            Box box = new Box();
            scenario.threads(3, () -> box.message++);
            scenario.finallyAssert(() -> {
                assert box.message == 3 : "lost";
            });
        }

        @ModelCheck(models = {"rc11", "jam"})
        void failedExchange(Scenario scenario) {
            AtomicInteger count = new AtomicInteger();
            scenario.threads(2, () -> count.compareAndSet(count.get(), count.get() + 1));
            scenario.finallyAssert(() -> {
                assert count.get() == 2 : "an exchange failed";
            });
        }

        @ModelCheck
        void thrown(Scenario scenario) {
            AtomicReference<String> text = new AtomicReference<>("a");
            scenario.thread(() -> text.set(null)).thread(() -> text.get().length());
        }

        @ModelCheck(models = {"sc", "rc11", "jam"})
        void lostWakeUp(Scenario scenario) {
            Box box = new Box();
            scenario.thread(() -> {
                if (!(boolean) Box.READY.getVolatile(box)) {
                    synchronized (box) {
                        try {
                            box.wait();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                }
            }).thread(() -> {
                Box.READY.setVolatile(box, true);
                synchronized (box) {
                    box.notifyAll();
                }
            });
        }

        @ModelCheck(timeouts = Timeouts.LAST)
        void gaveUpTooEarly(Scenario scenario) {
            CountDownLatch first = new CountDownLatch(1);
            CountDownLatch second = new CountDownLatch(1);
            scenario.thread(() -> {
                try {
                    assert first.await(1, TimeUnit.SECONDS) : "time is up";
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                second.countDown();
            }).thread(() -> {
                try {
                    second.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                first.countDown();
            });
        }

        @ModelCheck
        void threadsOfItsOwn() throws InterruptedException {
            List<Integer> seen = new ArrayList<>();
            Thread one = new Thread(() -> seen.add(1));
            Thread two = Thread.ofVirtual().unstarted(() -> seen.add(2));
            one.start();
            two.start();
            one.join();
            two.join();
            assert seen.size() == 2 : "lost";
        }
    }

    /** The methods of the same names without the mistake. */
    static final class Mended {
        @ModelCheck
        void staleMessage(Scenario scenario) {
            Box box = new Box();
            scenario.thread(() -> box.send(true)).thread(box::receive);
        }

        @ModelCheck
        void lostUpdate(Scenario scenario) {
            Box box = new Box();
            scenario.threads(3, () -> {
                synchronized (box) {
                    box.message++;
                }
            });
            scenario.finallyAssert(() -> {
                assert box.message == 3 : "lost";
            });
        }

        @ModelCheck
        void thrown(Scenario scenario) {
            AtomicReference<String> text = new AtomicReference<>("a");
            scenario.thread(() -> text.set("b")).thread(() -> text.get().length());
        }
    }

    /** As wrong as before, with more accesses of places that the pin does not know. */
    static final class Grown {
        @ModelCheck
        void staleMessage(Scenario scenario) {
            Box box = new Box();
            scenario.thread(() -> {
                box.other = 1;
                box.send(false);
            }).thread(() -> {
                box.receive();
                box.other = 2;
            });
        }
    }
}
