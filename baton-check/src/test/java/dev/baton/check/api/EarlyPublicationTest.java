package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A constructor that lets others know of its object: final fields are final when it ends, and plain before. */
class EarlyPublicationTest {
    static final class Leaks {
        static @Nullable Leaks shared;
        final int value;

        Leaks() {
            value = 1;
            shared = this;
        }
    }

    @Test
    void finalFieldThatWasAssignedBeforeTheLeakMayNotBeSeen() {
        for (String model : FourModels.ALL) {
            CheckResult result = new Checker().model(model).check(scenario -> {
                int[] found = {0};
                scenario.thread(() -> {
                    new Leaks();
                });
                scenario.thread(() -> {
                    Leaks seen = Leaks.shared;
                    found[0] = seen == null ? -1 : seen.value;
                });
                scenario.outcome(() -> found[0]);
            });
            List<String> expected = model.equals("sc") || model.equals("tso")
                    ? List.of("-1", "1")
                    : List.of("-1", "0", "1");
            assertThat(result.outcomes().keySet()).as(model).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    static class Base {
        static @Nullable Base shared;
        final int value;

        Base() {
            value = 1;
        }
    }

    static final class LeaksLater extends Base {
        LeaksLater() {
            shared = this;
        }
    }

    @Test
    void fieldOfASuperclassIsFinalWhenItsOwnConstructorHasEnded() {
        FourModels.outcomes(scenario -> {
            int[] found = {0};
            scenario.thread(() -> {
                new LeaksLater();
            });
            scenario.thread(() -> {
                Base seen = Base.shared;
                found[0] = seen == null ? -1 : seen.value;
            });
            scenario.outcome(() -> found[0]);
        }, "-1", "1");
    }

    static final class Copied implements Cloneable {
        static @Nullable Copied shared;
        final int value;

        Copied(int value) {
            this.value = value;
        }

        @Override
        public Copied clone() {
            try {
                return (Copied) super.clone();
            } catch (CloneNotSupportedException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }

    @Test
    void copyHasTheFinalFieldsOfItsModel() {
        FourModels.outcomes(scenario -> {
            int[] found = {0};
            scenario.thread(() -> Copied.shared = new Copied(1).clone());
            scenario.thread(() -> {
                Copied seen = Copied.shared;
                found[0] = seen == null ? -1 : seen.value;
            });
            scenario.outcome(() -> found[0]);
        }, "-1", "1");
    }
}
