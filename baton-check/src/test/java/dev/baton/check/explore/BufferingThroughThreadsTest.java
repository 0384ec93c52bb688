package dev.baton.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.api.Checker;
import dev.baton.check.api.Scenario;
import dev.baton.check.api.ScenarioBody;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cycle of load buffering may lead from thread to thread by a start or a join, not only by what is read. */
final class BufferingThroughThreadsTest {
    private static final class Memory {
        int x;
        int y;
        int first;
        int second;
    }

    private static void readThenWrite(Memory m) {
        m.second = m.y;
        m.x = 1;
    }

    private static void writeWhatWasRead(Memory m) {
        int read = m.y;
        m.second = read;
        m.x = read;
    }

    private static void startsTheWriter(Scenario scenario, boolean depends) {
        Memory m = new Memory();
        scenario.thread(() -> {
            m.first = m.x;
            new Thread(() -> m.y = 1).start();
        });
        other(scenario, m, depends);
    }

    private static void joinsTheReader(Scenario scenario, boolean depends) {
        Memory m = new Memory();
        scenario.thread(() -> {
            Thread reader = new Thread(() -> m.first = m.x);
            reader.start();
            reader.join();
            m.y = 1;
        });
        other(scenario, m, depends);
    }

    private static void other(Scenario scenario, Memory m, boolean depends) {
        scenario.thread(() -> {
            if (depends) {
                writeWhatWasRead(m);
            } else {
                readThenWrite(m);
            }
        });
        scenario.outcome(() -> m.first + " " + m.second);
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "imm", "arm8"})
    void isFoundIfTheWriteDoesNotDepend(String model) {
        assertThat(isSeen(model, scenario -> startsTheWriter(scenario, false))).as("start").isTrue();
        assertThat(isSeen(model, scenario -> joinsTheReader(scenario, false))).as("join").isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "imm", "arm8", "rc11"})
    void isForbiddenIfTheWriteDepends(String model) {
        assertThat(isSeen(model, scenario -> startsTheWriter(scenario, true))).as("start").isFalse();
        assertThat(isSeen(model, scenario -> joinsTheReader(scenario, true))).as("join").isFalse();
    }

    private static boolean isSeen(String model, ScenarioBody body) {
        return new Checker().model(model).check(body).outcomes().containsKey("1 1");
    }
}
