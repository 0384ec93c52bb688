package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An object has one name, whichever way it is reached, and its final fields are seen as the language says. */
class PublicationTest {
    static final class Inner {
        final int first;
        volatile int done;

        Inner(int first) {
            this.first = first;
        }
    }

    static final class Request {
        final Inner inner;

        Request(Inner inner) {
            this.inner = inner;
        }
    }

    static final class Desk {
        volatile int input;
        volatile Request request;
        volatile Inner inner;
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void objectBehindAFinalFieldIsTheOneStoredElsewhere(String model) {
        new Checker().model(model).check(scenario -> {
            Desk desk = new Desk();
            scenario.thread(() -> {
                Inner inner = new Inner(desk.input);
                desk.request = new Request(inner);
                desk.inner = inner;
            });
            scenario.thread(() -> {
                desk.input = 1;
                Request seen = desk.request;
                if (seen != null) {
                    seen.inner.done = 1;
                    assert desk.inner == null || desk.inner == seen.inner;
                }
            });
            scenario.finallyAssert(() -> {
                assert desk.request.inner == desk.inner;
                assert desk.request.inner.first == desk.inner.first;
                assert desk.request.inner.done == desk.inner.done;
            });
        }).assertVerified();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void objectOfAnOfferThatWasNotTakenKeepsItsName(String model) {
        new Checker().model(model).check(scenario -> {
            AtomicReference<Request> place = new AtomicReference<>();
            AtomicReference<Inner> other = new AtomicReference<>();
            scenario.threads(2, () -> {
                Inner inner = new Inner(place.get() == null ? 1 : 2);
                Request mine = new Request(inner);
                if (!place.compareAndSet(null, mine)) {
                    other.set(inner);
                    assert other.get() == mine.inner;
                    place.set(mine);
                }
            });
            scenario.finallyAssert(() -> {
                assert place.get().inner == other.get();
                assert other.get().first == place.get().inner.first;
            });
        }).assertVerified();
    }

    // ---- constructors that let their object go

    static final class Stage {
        volatile Leaky early;
        volatile Leaky late;
    }

    static final class Leaky {
        final int value;
        final int[] content;

        Leaky(Stage stage) {
            stage.early = this;
            value = 5;
            content = new int[]{6};
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void finalFieldIsSeenOnceTheConstructorHasEnded(String model) {
        new Checker().model(model).check(scenario -> {
            Stage stage = new Stage();
            scenario.thread(() -> stage.late = new Leaky(stage));
            scenario.thread(() -> {
                Leaky seen = stage.late;
                assert seen == null || seen.value == 5 && seen.content[0] == 6;
            });
        }).assertVerified();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void finalFieldMayBeUnsetIfTheConstructorLetsItsObjectGo(String model) {
        CheckResult result = new Checker().model(model).check(scenario -> {
            Stage stage = new Stage();
            String[] seen = {"none"};
            scenario.thread(() -> new Leaky(stage));
            scenario.thread(() -> {
                Leaky leaky = stage.early;
                if (leaky != null) {
                    seen[0] = leaky.value + " " + (leaky.content != null);
                }
            });
            scenario.outcome(() -> seen[0]);
        });
        result.assertVerified();
        assertThat(result.outcomes().keySet()).contains("none", "0 false", "0 true", "5 true");
    }

    static final class Worker {
        final int value;
        final Thread thread;
        volatile int seen = -1;

        Worker() {
            thread = new Thread(() -> seen = read());
            thread.start();
            value = 7;
        }

        int read() {
            return value;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void threadStartedInAConstructorMayComeTooEarly(String model) {
        CheckResult result = new Checker().model(model).check(scenario -> {
            int[] seen = {-1};
            scenario.thread(() -> {
                Worker worker = new Worker();
                try {
                    worker.thread.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                assert worker.value == 7;
                seen[0] = worker.seen;
            });
            scenario.outcome(() -> seen[0]);
        });
        result.assertVerified();
        assertThat(result.outcomes().keySet()).containsExactlyInAnyOrder("0", "7");
    }

    // ---- exceptions as shared objects

    static final class Problem extends RuntimeException {
        private static final long serialVersionUID = 1L;
        final int code;

        Problem(int code) {
            super("problem");
            this.code = code;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "rc11"})
    void causeOfASharedExceptionIsTheOneItWasGiven(String model) {
        CheckResult result = new Checker().model(model).check(scenario -> {
            Desk desk = new Desk();
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            int[] code = {0};
            scenario.thread(() -> desk.input = 1);
            scenario.thread(() -> thrown.set(new IllegalStateException("wrapped", new Problem(10 + desk.input))));
            scenario.finallyAssert(() -> {
                Throwable cause = thrown.get().getCause();
                assert cause instanceof Problem && cause.getMessage().equals("problem");
                code[0] = ((Problem) cause).code;
            });
            scenario.outcome(() -> code[0]);
        });
        result.assertVerified();
        assertThat(result.outcomes().keySet()).containsExactlyInAnyOrder("10", "11");
    }
}
