package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.explore.Verdict;
import org.junit.jupiter.api.Test;

/** Classes of users in packages whose names begin as the JDK's do are part of the program; the JDK's own are not. */
class PackagesLikeTheJdksTest {
    @Test
    void javax() {
        seesTheRace(scenario -> {
            var counter = new javax.example.Counter();
            scenario.threads(2, counter::add);
            scenario.finallyAssert(() -> {
                assert counter.count() == 2;
            });
        }, "javax.example.Counter");
    }

    @Test
    void comSun() {
        seesTheRace(scenario -> {
            var counter = new com.sun.example.Counter();
            scenario.threads(2, counter::add);
            scenario.finallyAssert(() -> {
                assert counter.count() == 2;
            });
        }, "com.sun.example.Counter");
    }

    @Test
    void sun() {
        seesTheRace(scenario -> {
            var counter = new sun.example.Counter();
            scenario.threads(2, counter::add);
            scenario.finallyAssert(() -> {
                assert counter.count() == 2;
            });
        }, "sun.example.Counter");
    }

    @Test
    void jdk() {
        seesTheRace(scenario -> {
            var counter = new jdk.example.Counter();
            scenario.threads(2, counter::add);
            scenario.finallyAssert(() -> {
                assert counter.count() == 2;
            });
        }, "jdk.example.Counter");
    }

    private static void seesTheRace(ScenarioBody body, String type) {
        CheckResult result = new Checker().check(body);
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.classes()).contains(type);
        assertThat(result.counterexample()).contains("Counter.java");
    }

    @Test
    void classOfTheJdkIsNotPartOfTheProgram() {
        CheckResult result = new Checker().check(scenario -> {
            var name = new javax.management.ObjectName[1];
            scenario.thread(() -> {
                assert name[0] == null;
            });
        });
        result.assertVerified();
        assertThat(result.classes()).noneMatch(each -> each.startsWith("javax.management."));
    }
}
