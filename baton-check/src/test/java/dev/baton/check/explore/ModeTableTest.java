package dev.baton.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.model.MemoryModel;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Where the models differ on Java's access modes: is the weak outcome allowed? */
final class ModeTableTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '!', quoteCharacter = '`',
            textBlock = """
                    SB opaque ! W.rlx x 1; R.rlx y a | W.rlx y 1; R.rlx x b ! a=0 & b=0 ! no ! yes ! yes
                    SB plain ! W.na x 1; R.na y a | W.na y 1; R.na x b ! a=0 & b=0 ! no ! yes ! yes
                    SB release acquire ! W.rel x 1; R.acq y a | W.rel y 1; R.acq x b ! a=0 & b=0 ! no ! yes ! yes
                    SB release volatile ! W.rel x 1; R.sc y a | W.rel y 1; R.sc x b ! a=0 & b=0 ! no ! yes ! yes
                    SB volatile acquire ! W.sc x 1; R.acq y a | W.sc y 1; R.acq x b ! a=0 & b=0 ! no ! yes ! yes
                    SB volatile ! W.sc x 1; R.sc y a | W.sc y 1; R.sc x b ! a=0 & b=0 ! no ! no ! no
                    SB full fence ! W.rlx x 1; F.sc; R.rlx y a | W.rlx y 1; F.sc; R.rlx x b ! a=0 & b=0 ! no ! no ! no
                    Dekker volatile CAS, acquire ! CAS.sc x 0 1 p; R.acq y a | CAS.sc y 0 1 q; R.acq x b ! a=0 & b=0 ! no ! yes ! yes
                    Dekker exchange, acquire ! XCHG.ar x 1 p; R.acq y a | XCHG.ar y 1 q; R.acq x b ! a=0 & b=0 ! no ! yes ! yes
                    MP plain ! W.na x 1; W.na y 1 | R.na y a; R.na x b ! a=1 & b=0 ! no ! yes ! yes
                    MP opaque ! W.rlx x 1; W.rlx y 1 | R.rlx y a; R.rlx x b ! a=1 & b=0 ! no ! yes ! yes
                    MP release opaque ! W.na x 1; W.rel y 1 | R.rlx y a; R.na x b ! a=1 & b=0 ! no ! yes ! yes
                    MP release acquire ! W.na x 1; W.rel y 1 | R.acq y a; R.na x b ! a=1 & b=0 ! no ! no ! no
                    MP fences ! W.na x 1; F.rel; W.rlx y 1 | R.rlx y a; F.acq; R.na x b ! a=1 & b=0 ! no ! no ! no
                    MP half fences ! W.na x 1; F.ss; W.rlx y 1 | R.rlx y a; F.ll; R.na x b ! a=1 & b=0 ! no ! no ! no
            WRC half fence ! W.rlx x 1 | R.rlx x c; F.ss; W.rlx y 1 | R.acq y a; R.rlx x b ! c=1 & a=1 & b=0 ! no ! no ! yes
            MP opaque RMW ! W.na x 1; W.rel y 1 | XCHG.rlx y 2 c | R.acq y a; R.na x b ! a=2 & b=0 & c=1 ! no ! no ! no
                    MP release then opaque ! W.na x 1; W.rel y 1; W.rlx y 2 | R.acq y a; R.na x b ! a=2 & b=0 ! no ! yes ! yes
                    ISA2 ! W.na x 1; W.rel y 1 | R.rlx y c; W.rel z 1 | R.acq z a; R.na x b ! a=1 & b=0 & c=1 ! no ! yes ! no
                    WRC ! W.rlx x 1 | R.rlx x c; W.rel y 1 | R.acq y a; R.rlx x b ! c=1 & a=1 & b=0 ! no ! no ! no
                    IRIW acquire ! W.rel x 1 | W.rel y 1 | R.acq x a; R.acq y b | R.acq y c; R.acq x d ! a=1 & b=0 & c=1 & d=0 ! no ! yes ! yes
                    IRIW release volatile ! W.rel x 1 | W.rel y 1 | R.sc x a; R.sc y b | R.sc y c; R.sc x d ! a=1 & b=0 & c=1 & d=0 ! no ! yes ! no
                    IRIW volatile ! W.sc x 1 | W.sc y 1 | R.sc x a; R.sc y b | R.sc y c; R.sc x d ! a=1 & b=0 & c=1 & d=0 ! no ! no ! no
                    LB opaque ! R.rlx x a; W.rlx y 1 | R.rlx y b; W.rlx x 1 ! a=1 & b=1 ! no ! no ! no
                    LB plain ! R.na x a; W.na y 1 | R.na y b; W.na x 1 ! a=1 & b=1 ! no ! no ! no
                    CoRR plain ! W.na x 1 | R.na x a; R.na x b ! a=1 & b=0 ! no ! yes ! yes
                    CoRR opaque then plain ! W.rlx x 1 | R.rlx x a; R.na x b ! a=1 & b=0 ! no ! yes ! yes
                    CoRR opaque ! W.rlx x 1 | R.rlx x a; R.rlx x b ! a=1 & b=0 ! no ! no ! no
                    CoRR plain, full fence ! W.na x 1 | R.na x a; F.sc; R.na x b ! a=1 & b=0 ! no ! no ! no
                    CoRR plain writes ! W.na x 1 | W.na x 2 | R.rlx x a; R.rlx x b | R.rlx x c; R.rlx x d ! a=1 & b=2 & c=2 & d=1 ! no ! no ! no
                    CoWR plain ! W.na x 1; R.na x a | W.na x 2 ! a=0 ! no ! no ! no
                    CoRW plain ! R.na x a; W.na x 1 ! a=1 ! no ! no ! no
                    2+2W release ! W.rel x 1; W.rel y 2 | W.rel y 1; W.rel x 2 | R.acq x a; R.acq x b | R.acq y c; R.acq y d ! a=2 & b=1 & c=2 & d=1 ! no ! yes ! yes
                    Z6.U ! W.sc x 1; W.rel y 1 | XCHG.sc y 2 a; R.rlx y b | W.sc y 3; R.sc x c ! a=1 & b=3 & c=0 ! no ! yes ! yes
                    """)
    void weakOutcome(String name, String program, String outcome, String sc, String rc11, String jam) {
        Map<String, String> expected = Map.of("sc", sc, "rc11", rc11, "jam", jam);
        expected.forEach((model, verdict) -> {
            boolean allowed = outcomes(program, model).stream().anyMatch(found -> LitmusTest.matches(outcome, found));
            assertThat(allowed ? "yes" : "no").as(name + " under " + model).isEqualTo(verdict);
        });
    }

    static Stream<CsvTable.Row> jamPrograms() {
        return CsvTable.read("/litmus/jam.csv").stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("jamPrograms")
    void jamHasTheKnownOutcomes(CsvTable.Row row) {
        Set<String> actual = new TreeSet<>();
        for (Map<String, Long> found : outcomes(row.get("program"), "jam")) {
            actual.add(found.entrySet().stream().filter(entry -> entry.getKey().startsWith("r"))
                    .sorted(Map.Entry.comparingByKey()).map(entry -> entry.getKey() + "=" + entry.getValue())
                    .collect(Collectors.joining(" ")));
        }
        assertThat(actual).as(row.get("program")).isEqualTo(new TreeSet<>(Set.of(row.get("outcomes").split("/", -1))));
    }

    private static Set<Map<String, Long>> outcomes(String program, String model) {
        Litmus litmus = Litmus.parse(program);
        Set<Map<String, Long>> outcomes = new HashSet<>();
        new Exploration(litmus::program).model(MemoryModel.named(model))
                .onComplete(graph -> outcomes.add(litmus.outcome(graph)))
                .run();
        return outcomes;
    }
}
