package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * What a final field leads to is seen at least as it was when the constructor ended; and an access that acquires it
 * acquires from the write that put it there.
 */
class FrozenOrderTest {
    private static final String[] ORDERED = {"-1", "1"};
    private static final String[] RACY = {"-1", "0", "1"};

    static final class Node {
        int value;
        volatile int flag;
    }

    static final class Box {
        final Node node;

        Box(Node node) {
            this.node = node;
        }
    }

    static final class Crate {
        final Box box;

        Crate(Box box) {
            this.box = box;
        }
    }

    static final class Counter {
        final AtomicInteger count = new AtomicInteger(1);
    }

    static final class Shared {
        Object place;
        Supplier<Integer> task;
        int data;
        int seen = -1;

        void see(boolean condition) {
            if (condition) {
                seen = data;
            }
        }
    }

    /** Under each model; those with modes may show more. */
    private static void outcomes(ScenarioBody program, String... ofWeakModels) {
        for (String model : FourModels.ALL) {
            CheckResult result = new Checker().model(model).check(program);
            result.assertVerified();
            String[] expected = model.equals("rc11") || model.equals("jam") ? ofWeakModels : ORDERED;
            assertThat(result.outcomes().keySet()).as(model).containsExactlyInAnyOrder(expected);
        }
    }

    @Test
    void whatPrecedesAVolatileWriteIsSeenWithIt() {
        outcomes(scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                shared.data = 1;
                shared.place = new Counter();
            });
            scenario.thread(() -> shared.see(shared.place instanceof Counter counter && counter.count.get() == 1));
            scenario.outcome(() -> shared.seen);
        }, ORDERED);
    }

    @Test
    void anExchangeAcquiresToo() {
        outcomes(scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                shared.data = 1;
                shared.place = new Counter();
            });
            scenario.thread(() -> shared
                    .see(shared.place instanceof Counter counter && counter.count.getAndIncrement() == 1));
            scenario.outcome(() -> shared.seen);
        }, ORDERED);
    }

    @Test
    void aFailedCompareAndSetAcquiresToo() {
        outcomes(scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                shared.data = 1;
                shared.place = new Counter();
            });
            scenario.thread(() -> shared
                    .see(shared.place instanceof Counter counter && !counter.count.compareAndSet(7, 8)));
            scenario.outcome(() -> shared.seen);
        }, ORDERED);
    }

    @Test
    void aPlainReadDoesNot() {
        outcomes(scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                shared.data = 1;
                shared.place = new Counter();
            });
            scenario.thread(() -> shared
                    .see(shared.place instanceof Counter counter && counter.count.getPlain() == 1));
            scenario.outcome(() -> shared.seen);
        }, RACY);
    }

    @Test
    void whatFollowsAVolatileWriteIsNotOrderedByIt() {
        outcomes(scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                Node node = new Node();
                node.flag = 1;
                shared.data = 1;
                shared.place = new Box(node);
            });
            scenario.thread(() -> shared.see(shared.place instanceof Box box && box.node.flag == 1));
            scenario.outcome(() -> shared.seen);
        }, RACY);
    }

    @Test
    void aVolatileFieldThatWasNotWrittenOrdersNothing() {
        outcomes(scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                shared.data = 1;
                shared.place = new Box(new Node());
            });
            scenario.thread(() -> shared.see(shared.place instanceof Box box && box.node.flag == 0));
            scenario.outcome(() -> shared.seen);
        }, RACY);
    }

    @Test
    void aPlainWriteAfterTheVolatileOneHidesIt() {
        outcomes(scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                shared.data = 1;
                AtomicInteger count = new AtomicInteger(2);
                count.setPlain(1);
                shared.task = count::get;
            });
            scenario.thread(() -> {
                Supplier<Integer> task = shared.task;
                shared.see(task != null && task.get() == 1);
            });
            scenario.outcome(() -> shared.seen);
        }, RACY);
    }

    @Test
    void aMonitorThatWasLeftBeforeOrdersToo() {
        outcomes(scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                Node node = new Node();
                shared.data = 1;
                synchronized (node) {
                    node.value = 1;
                }
                shared.place = new Box(node);
            });
            scenario.thread(() -> {
                if (shared.place instanceof Box box) {
                    synchronized (box.node) {
                        shared.see(true);
                    }
                }
            });
            scenario.outcome(() -> shared.seen);
        }, ORDERED);
    }

    /** Nobody else enters it, although the object became known while it was held. */
    @Test
    void aMonitorThatIsHeldStaysHeld() {
        outcomes(scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                Node node = new Node();
                synchronized (node) {
                    shared.place = new Box(node);
                    shared.data = 1;
                }
            });
            scenario.thread(() -> {
                if (shared.place instanceof Box box) {
                    synchronized (box.node) {
                        shared.see(true);
                    }
                }
            });
            scenario.outcome(() -> shared.seen);
        }, ORDERED);
    }

    /** The inner box froze the node before it was written; the outer one freezes it again. */
    @Test
    void anOuterConstructorFreezesWhatAnInnerOneDidBefore() {
        outcomes(scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                Node node = new Node();
                Box box = new Box(node);
                node.value = 1;
                shared.place = new Crate(box);
            });
            scenario.thread(() -> {
                if (shared.place instanceof Crate crate) {
                    shared.seen = crate.box.node.value;
                }
            });
            scenario.outcome(() -> shared.seen);
        }, ORDERED);
    }

    @Test
    void whatALambdaCapturedIsSeenAsItWasThen() {
        outcomes(scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                int[] cell = {1};
                shared.task = () -> cell[0];
            });
            scenario.thread(() -> {
                Supplier<Integer> task = shared.task;
                shared.seen = task == null ? -1 : task.get();
            });
            scenario.outcome(() -> shared.seen);
        }, ORDERED);
    }

    @Test
    void whatIsWrittenAfterTheCaptureMayBeMissed() {
        outcomes(scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                int[] cell = {0};
                Supplier<Integer> task = () -> cell[0];
                cell[0] = 1;
                shared.task = task;
            });
            scenario.thread(() -> {
                Supplier<Integer> task = shared.task;
                shared.seen = task == null ? -1 : task.get();
            });
            scenario.outcome(() -> shared.seen);
        }, RACY);
    }

    @Test
    void aLambdaThatCapturesALambdaFreezesAgain() {
        outcomes(scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                int[] cell = {0};
                Supplier<Integer> inner = () -> cell[0];
                cell[0] = 1;
                shared.task = () -> inner.get();
            });
            scenario.thread(() -> {
                Supplier<Integer> task = shared.task;
                shared.seen = task == null ? -1 : task.get();
            });
            scenario.outcome(() -> shared.seen);
        }, ORDERED);
    }

    /** The language lets a compiler drop what orders only accesses to an object of one thread: it is no barrier. */
    @Test
    void whatIsDoneToAnObjectThatNeverEscapesOrdersNothing() {
        outcomes(scenario -> {
            Shared shared = new Shared();
            AtomicInteger flag = new AtomicInteger();
            scenario.thread(() -> {
                shared.data = 1;
                new AtomicInteger().set(1);
                flag.setOpaque(1);
            });
            scenario.thread(() -> {
                boolean set = flag.getOpaque() == 1;
                synchronized (new Object()) {
                    shared.see(set);
                }
            });
            scenario.outcome(() -> shared.seen);
        }, RACY);
    }
}
