package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.check.program.UnmodelledException;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * An exception that is published by a race: its message, cause and stack are plain fields of the JDK, so a thread may see the
 * exception without them. A thread that looks into it then is refused.
 */
class RacyExceptionsTest {
    static @Nullable Exception shared;
    static @Nullable Object held;

    /** It depends on the model: an interleaving and x86 show the message to whoever sees the exception. */
    private static void refusedIfWeak(ScenarioBody program, String... outcomes) {
        for (String model : FourModels.ALL) {
            Checker checker = new Checker().model(model);
            if (model.equals("sc") || model.equals("tso")) {
                CheckResult result = checker.check(program).assertVerified();
                assertThat(result.outcomes().keySet()).as(model).containsExactlyInAnyOrder(outcomes);
            } else {
                assertThatThrownBy(() -> checker.check(program)).as(model).isInstanceOf(UnmodelledException.class)
                        .hasMessageContaining("that came here by a race");
            }
        }
    }

    static class Numbered extends Exception {
        private static final long serialVersionUID = 1;
        final int number;

        Numbered(String message, int number) {
            super(message);
            this.number = number;
        }

        @Override
        public String getMessage() {
            return super.getMessage() + number;
        }
    }

    @Test
    void messageOfARacyException() {
        refusedIfWeak(scenario -> {
            String[] found = {""};
            scenario.thread(() -> shared = new IllegalStateException("m"));
            scenario.thread(() -> {
                Exception seen = shared;
                found[0] = seen == null ? "none" : seen.getMessage();
            });
            scenario.outcome(() -> found[0]);
        }, "none", "m");
    }

    @Test
    void messageThatTheProgramPutsTogether() {
        refusedIfWeak(scenario -> {
            String[] found = {""};
            scenario.thread(() -> shared = new Numbered("m", 1));
            scenario.thread(() -> {
                Exception seen = shared;
                found[0] = seen == null ? "none" : seen.getMessage();
            });
            scenario.outcome(() -> found[0]);
        }, "none", "m1");
    }

    @Test
    void textOfARacyException() {
        refusedIfWeak(scenario -> {
            String[] found = {""};
            scenario.thread(() -> shared = new IllegalStateException("m"));
            scenario.thread(() -> found[0] = "" + shared);
            scenario.outcome(() -> found[0]);
        }, "null", "java.lang.IllegalStateException: m");
    }

    @Test
    void racyExceptionAsACause() {
        refusedIfWeak(scenario -> {
            String[] found = {""};
            scenario.thread(() -> shared = new IllegalStateException("m"));
            scenario.thread(() -> {
                Exception seen = shared;
                found[0] = seen == null ? "none" : new IllegalArgumentException(seen).getMessage();
            });
            scenario.outcome(() -> found[0]);
        }, "none", "java.lang.IllegalStateException: m");
    }

    @Test
    void finalFieldOfARacyExceptionIsSeen() {
        FourModels.outcomes(scenario -> {
            int[] found = {0};
            scenario.thread(() -> shared = new Numbered("m", 3));
            scenario.thread(() -> {
                found[0] = shared instanceof Numbered seen ? seen.number : 0;
            });
            scenario.outcome(() -> found[0]);
        }, "0", "3");
    }

    @Test
    void messageIsSeenBehindAReleaseAndAnAcquire() {
        FourModels.outcomes(scenario -> {
            String[] found = {""};
            AtomicReference<Exception> box = new AtomicReference<>();
            scenario.thread(() -> {
                Exception made = new IllegalStateException("m");
                VarHandle.releaseFence();
                box.setOpaque(made);
            });
            scenario.thread(() -> {
                Exception seen = box.getOpaque();
                VarHandle.acquireFence();
                found[0] = seen == null ? "none" : seen.getMessage();
            });
            scenario.outcome(() -> found[0]);
        }, "none", "m");
    }

    @Test
    void messageOfACaughtExceptionIsSeenBehindAVolatileWrite() {
        FourModels.outcomes(scenario -> {
            String[] found = {""};
            AtomicReference<Exception> box = new AtomicReference<>();
            scenario.thread(() -> {
                try {
                    throw new IllegalStateException("m");
                } catch (IllegalStateException caught) {
                    box.set(caught);
                }
            });
            scenario.thread(() -> {
                Exception seen = box.get();
                found[0] = seen == null ? "none" : seen.getMessage();
            });
            scenario.outcome(() -> found[0]);
        }, "none", "m");
    }

    record Held(Exception failure) {}

    private static String messageIn(Object held) {
        return String.valueOf(((Held) held).failure().getMessage());
    }

    @Test
    void messageIsSeenBehindAFinalField() {
        FourModels.outcomes(scenario -> {
            String[] found = {""};
            scenario.thread(() -> held = new Held(new IllegalStateException("m")));
            scenario.thread(() -> {
                Object seen = held;
                found[0] = seen == null ? "none" : messageIn(seen);
            });
            scenario.outcome(() -> found[0]);
        }, "none", "m");
    }

    @Test
    void messageIsSeenByALambdaThatHasCapturedIt() {
        FourModels.outcomes(scenario -> {
            String[] found = {""};
            scenario.thread(() -> {
                Exception made = new IllegalStateException("m");
                held = (Supplier<String>) () -> made.getMessage();
            });
            scenario.thread(() -> {
                found[0] = held instanceof Supplier<?> seen ? (String) seen.get() : "none";
            });
            scenario.outcome(() -> found[0]);
        }, "none", "m");
    }
}
