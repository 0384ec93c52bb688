package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Builders of text and random numbers that threads share, and what a result says of the code that stands in for them. */
@SuppressWarnings("serial") // the text of a builder is a member of a class that is not public
class SharedTextTest {
    @Test
    void aBuilderUnderALockLosesNothing() {
        FourModels.outcomes(scenario -> {
            StringBuilder text = new StringBuilder("<");
            Object lock = new Object();
            scenario.thread(() -> {
                synchronized (lock) {
                    text.append("ab").append(1).insert(0, true);
                }
            });
            scenario.thread(() -> {
                synchronized (lock) {
                    text.append('c').reverse();
                }
            });
            scenario.outcome(text::toString);
        }, "c1ba<eurt", "truec<ab1");
    }

    @Test
    void aBuilderWithoutALockLosesText() {
        FourModels.violated(scenario -> {
            StringBuilder text = new StringBuilder();
            scenario.threads(2, () -> text.append("a"));
            scenario.finallyAssert(() -> {
                assert text.length() == 2;
            });
        }, "AssertionError");
    }

    @Test
    void aBufferGuardsEachCall() {
        FourModels.outcomes(scenario -> {
            StringBuffer text = new StringBuffer();
            scenario.thread(() -> text.append("a").append("b"));
            scenario.thread(() -> text.append("c"));
            scenario.outcome(text::toString);
        }, "abc", "acb", "cab");
    }

    /** What the JDK takes a builder for, it still takes. */
    @Test
    void buildersGoToTheJdkAndBack() {
        FourModels.outcomes(scenario -> {
            String[] seen = new String[2];
            scenario.thread(() -> {
                StringBuilder text = new StringBuilder();
                Matcher matcher = Pattern.compile("[0-9]").matcher("a1b2c");
                while (matcher.find()) {
                    matcher.appendReplacement(text, "-");
                }
                seen[0] = new String(matcher.appendTail(text));
            });
            scenario.thread(() -> seen[1] = "" + "ab".contentEquals(new StringBuffer("ab"))
                    + String.join("", new StringBuilder("x"), "y") + String.format("%s", new StringBuilder("z")));
            scenario.outcome(() -> seen[0] + " " + seen[1]);
        }, "a-b-c truexyz");
    }

    @Test
    void randomNumbersAreDrawnOneByOne() {
        int first = new Random(5).nextInt(100);
        FourModels.verified(scenario -> {
            Random random = new Random(5);
            int[] drawn = new int[2];
            scenario.thread(() -> drawn[0] = random.nextInt(100));
            scenario.thread(() -> drawn[1] = random.nextInt(100));
            scenario.finallyAssert(() -> {
                assert drawn[0] == first ^ drawn[1] == first : Arrays.toString(drawn);
            });
        });
    }

    static final class Dice extends Random {
        private static final long serialVersionUID = 1;
        int thrown;

        @Override
        public int nextInt(int sides) {
            thrown++;
            return super.nextInt(sides);
        }
    }

    @Test
    void aSubclassOfARandomGeneratorIsCodeOfTheProgram() {
        FourModels.violated(scenario -> {
            Dice dice = new Dice();
            scenario.threads(2, () -> dice.nextInt(6));
            scenario.finallyAssert(() -> {
                assert dice.thrown == 2;
            });
        }, "AssertionError");
    }

    @Test
    void randomNumbersOfAThreadAreRandomGenerators() {
        FourModels.verified(scenario -> {
            ConcurrentHashMap<UUID, Integer> drawn = new ConcurrentHashMap<>();
            scenario.threads(2, () -> {
                Random random = ThreadLocalRandom.current();
                drawn.put(UUID.randomUUID(), random.nextInt(3, 5));
            });
            scenario.finallyAssert(() -> {
                assert drawn.size() == 2 && drawn.values().stream().allMatch(each -> each == 3);
            });
        });
    }

    // ---- what a result relies on

    @Test
    void aResultNamesTheCodeThatStandsIn() {
        CheckResult pool = new Checker().check(scenario -> {
            var executor = Executors.newFixedThreadPool(1);
            scenario.thread(() -> executor.execute(() -> {}));
        });
        assertThat(pool.standIns()).isEqualTo(new java.util.TreeSet<>(
                List.of("java.util.concurrent.ThreadPoolExecutor")));
        assertThat(pool.toString()).endsWith("code of the checker stands in for ThreadPoolExecutor");
        CheckResult text = new Checker().check(scenario -> {
            StringBuffer log = new StringBuffer();
            scenario.threads(2, () -> log.append("a"));
        });
        assertThat(text.toString()).endsWith("code of the checker stands in for StringBuilder");
        CheckResult none = new Checker().check(scenario -> {
            int[] count = {0};
            scenario.threads(2, () -> count[0]++);
        });
        assertThat(none.standIns()).isEmpty();
        assertThat(none.toString()).doesNotContain("stands in");
    }
}
