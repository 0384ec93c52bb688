package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A call of a VarHandle under check returns, writes and throws what it does outside, whatever its types are. */
class HandleConversionsTest {
    static IntStream calls() {
        return IntStream.range(0, HandleConversions.CALLS.size());
    }

    private static String outside(int number) {
        HandleConversions.Fields fields = new HandleConversions.Fields();
        fields.reset();
        String outcome = HandleConversions.outcome(number, fields);
        fields.reset();
        return outcome;
    }

    private static void isAsOutside(int number, ScenarioBody program) {
        CheckResult result = new Checker().check(program);
        result.assertVerified();
        assertThat(List.copyOf(result.outcomes().keySet())).containsExactly(outside(number));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void onASharedObject(int number) {
        isAsOutside(number, scenario -> {
            HandleConversions.Fields fields = new HandleConversions.Fields();
            VolatileBox<String> said = new VolatileBox<>("");
            scenario.thread(() -> said.value = HandleConversions.outcome(number, fields));
            scenario.outcome(() -> said.value);
        });
    }

    @ParameterizedTest
    @MethodSource("calls")
    void onAnObjectOfItsThread(int number) {
        isAsOutside(number, scenario -> {
            VolatileBox<String> said = new VolatileBox<>("");
            scenario.thread(() -> said.value = HandleConversions.outcome(number, new HandleConversions.Fields()));
            scenario.outcome(() -> said.value);
        });
    }
}
