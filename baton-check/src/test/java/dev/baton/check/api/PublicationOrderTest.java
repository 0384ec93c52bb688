package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Accesses to an object that nobody else knows yet keep their order, their modes and their relation to fences. */
class PublicationOrderTest {
    static final class Node {
        int value;
        volatile int flag;
        Node next;
    }

    static final class Holder {
        final Node node;
        final AtomicInteger count = new AtomicInteger(1);

        Holder(Node node) {
            this.node = node;
        }
    }

    static final class Shared {
        Object place;
        int data;
        int seen = -1;
    }

    private static Set<String> outcomes(String model, ScenarioBody body) {
        CheckResult result = new Checker().model(model).check(body);
        result.assertVerified();
        return result.outcomes().keySet();
    }

    private static boolean isWeak(String model) {
        return model.equals("rc11") || model.equals("jam");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void whatFollowsAVolatileWriteToANewObjectIsNotOrderedByIt(String model) {
        Set<String> seen = outcomes(model, scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                AtomicInteger made = new AtomicInteger(1);
                shared.data = 1;
                shared.place = made;
            });
            scenario.thread(() -> {
                if (shared.place instanceof AtomicInteger made && made.get() == 1) {
                    shared.seen = shared.data;
                }
            });
            scenario.outcome(() -> shared.seen);
        });
        assertThat(seen.contains("0")).isEqualTo(isWeak(model));
        assertThat(seen).contains("-1", "1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void whatPrecedesItIs(String model) {
        Set<String> seen = outcomes(model, scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                shared.data = 1;
                shared.place = new AtomicInteger(1);
            });
            scenario.thread(() -> {
                if (shared.place instanceof AtomicInteger made && made.get() == 1) {
                    shared.seen = shared.data;
                }
            });
            scenario.outcome(() -> shared.seen);
        });
        assertThat(seen).containsExactlyInAnyOrder("-1", "1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void releaseFenceAfterTheWritesOrdersThem(String model) {
        Set<String> seen = outcomes(model, scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                Node node = new Node();
                node.value = 1;
                VarHandle.releaseFence();
                PLACE.setOpaque(shared, node);
            });
            scenario.thread(() -> {
                if (PLACE.getOpaque(shared) instanceof Node node) {
                    VarHandle.acquireFence();
                    shared.seen = node.value;
                }
            });
            scenario.outcome(() -> shared.seen);
        });
        assertThat(seen).containsExactlyInAnyOrder("-1", "1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void releaseFenceBeforeTheWritesDoesNot(String model) {
        Set<String> seen = outcomes(model, scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                Node node = new Node();
                VarHandle.releaseFence();
                node.value = 1;
                PLACE.setOpaque(shared, node);
            });
            scenario.thread(() -> {
                if (PLACE.getOpaque(shared) instanceof Node node) {
                    VarHandle.acquireFence();
                    shared.seen = node.value;
                }
            });
            scenario.outcome(() -> shared.seen);
        });
        assertThat(seen.contains("0")).isEqualTo(isWeak(model));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rc11", "jam"})
    void racyReaderMaySeeAValueInBetween(String model) {
        Set<String> seen = outcomes(model, scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                Node node = new Node();
                node.value = 1;
                node.value = 2;
                shared.place = node;
            });
            scenario.thread(() -> {
                if (shared.place instanceof Node node) {
                    shared.seen = node.value;
                }
            });
            scenario.outcome(() -> shared.seen);
        });
        assertThat(seen).containsExactlyInAnyOrder("-1", "0", "1", "2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void monitorOfANewObjectOrdersWhatWasDoneInIt(String model) {
        Set<String> seen = outcomes(model, scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                Node node = new Node();
                synchronized (node) {
                    node.value = 1;
                    shared.data = 1;
                }
                shared.place = node;
            });
            scenario.thread(() -> {
                if (shared.place instanceof Node node) {
                    synchronized (node) {
                        shared.seen = node.value == 1 ? shared.data : 7;
                    }
                }
            });
            scenario.outcome(() -> shared.seen);
        });
        // Entering is an exchange: the reader cannot take the monitor from under its maker.
        assertThat(seen).containsExactlyInAnyOrder("-1", "1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rc11", "jam"})
    void childThatWasPublishedFirstIsSeenWithoutItsParent(String model) {
        Set<String> seen = outcomes(model, scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                Node child = new Node();
                Node parent = new Node();
                parent.next = child;
                PLACE.setRelease(shared, parent);
                child.value = 1;
            });
            scenario.thread(() -> {
                if (PLACE.getAcquire(shared) instanceof Node parent) {
                    shared.seen = parent.next.value;
                }
            });
            scenario.outcome(() -> shared.seen);
        });
        assertThat(seen).containsExactlyInAnyOrder("-1", "0", "1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void whatAFinalFieldLeadsToIsSeenWhateverTheRace(String model) {
        Set<String> seen = outcomes(model, scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                Node node = new Node();
                node.value = 1;
                node.flag = 2;
                Holder holder = new Holder(node);
                node.value = 5;
                shared.place = holder;
            });
            scenario.thread(() -> {
                if (shared.place instanceof Holder holder) {
                    shared.seen = holder.node.value * 100 + holder.node.flag * 10 + holder.count.get();
                }
            });
            scenario.outcome(() -> shared.seen);
        });
        assertThat(seen).contains("-1", "521").isSubsetOf("-1", "121", "521");
        assertThat(seen.contains("121")).isEqualTo(isWeak(model));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void arrayFilledByTheJdkIsOrderedByAFence(String model) {
        Set<String> seen = outcomes(model, scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                int[] made = new int[3];
                made[0] = 9;
                Arrays.fill(made, 4);
                int[] copy = Arrays.copyOf(made, 3);
                VarHandle.releaseFence();
                PLACE.setOpaque(shared, copy[1] == 4 ? made : null);
            });
            scenario.thread(() -> {
                if (PLACE.getOpaque(shared) instanceof int[] array) {
                    VarHandle.acquireFence();
                    shared.seen = array[0] * 10 + array[2];
                }
            });
            scenario.outcome(() -> shared.seen);
        });
        assertThat(seen).containsExactlyInAnyOrder("-1", "44");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void retryThatMakesANewObjectEachTimeIsAnAwait(String model) {
        new Checker().model(model).check(scenario -> {
            Shared shared = new Shared();
            shared.place = shared;
            scenario.thread(() -> {
                Node node;
                do {
                    node = new Node();
                    node.next = new Node();
                    node.next.value = 3;
                    node.value = 1;
                } while (!PLACE.compareAndSet(shared, null, node));
            });
            scenario.thread(() -> PLACE.setVolatile(shared, null));
            scenario.finallyAssert(() -> {
                assert shared.place instanceof Node node && node.next.value == 3;
            });
        }).assertVerified();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void threadIsGivenWhatItsTaskCaptured(String model) {
        Set<String> seen = outcomes(model, scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                Node node = new Node();
                node.value = 1;
                Thread other = new Thread(() -> shared.seen = node.value);
                node.value = 2;
                other.start();
            });
            scenario.outcome(() -> shared.seen);
        });
        assertThat(seen).contains("2").isSubsetOf("-1", "2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void objectThatNeverEscapesCostsNothing(String model) {
        CheckResult result = new Checker().model(model).check(scenario -> {
            Shared shared = new Shared();
            scenario.threads(2, () -> {
                Node node = new Node();
                for (int i = 0; i < 1000; i++) {
                    node.value = i;
                    node.flag = node.value;
                }
                shared.data = 1;
            });
        });
        result.assertVerified();
        assertThat(result.executions()).isEqualTo(model.equals("jam") ? 1 : 2);
    }

    // VarHandle mechanics
    private static final VarHandle PLACE;

    static {
        try {
            PLACE = MethodHandles.lookup().findVarHandle(Shared.class, "place", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
