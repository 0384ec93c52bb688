package dev.baton.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.model.MemoryModel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers of complete executions of well-known families of programs. */
final class AnchorTest {
    @ParameterizedTest(name = "{0}({1}) has {2} executions")
    @CsvSource({"ainc,2,2", "ainc,3,6", "ainc,4,24", "ainc,5,120", "ainc,6,720", "ainc,7,5040", "casrot,2,2",
            "casrot,3,5", "casrot,4,14", "casrot,5,43", "casrot,6,144", "casrot,7,523", "casrot,8,2048",
            "casrot,9,8597", "cas,4,4", "cas,6,6", "inc,2,4", "inc,3,36", "inc,4,576", "inc,5,14400", "rw,3,36",
            "rw,4,576", "readers,2,4", "readers,8,256", "readers,13,8192", "lastzero,5,64", "lastzero,10,3328",
            "lastzero,12,15360", "fib,2,153", "fib,3,2258", "fib,4,34205", "big0,0,82472", "lockinc,2,2",
            "lockinc,5,120", "tas_cas,3,6", "tas_cas,5,120", "ttas_xchg,2,4", "ttas_xchg,3,36", "ttas_xchg,4,576",
            "ttas_cas,2,4", "ttas_cas,3,36", "ttas_cas,4,576", "ticket,2,2", "ticket,3,6", "ticket,4,24",
            "ticket,5,120", "ticket,6,720", "mcs,2,6", "mcs,3,66", "mcs,4,1080", "clh,2,2", "clh,3,6", "clh,4,24",
            "clh,5,120", "anderson,2,2", "anderson,4,24", "anderson,6,720", "seqlock,1,2", "seqlock,2,4",
            "seqlock,3,8", "seqlock,4,16", "seqlock2,4,81", "treiber_push,2,4", "treiber_push,3,60",
            "treiber_push,4,3120", "treiber_pp,2,46", "treiber_pp,3,68892", "barrier,2,2", "barrier,4,24",
            "barrier,6,720", "peterson_sc,0,4"})
    void hasTheKnownNumberOfExecutions(String family, int n, long executions) {
        Result result = new Exploration(() -> Anchors.named(family, n)).run();
        assertThat(result.violations()).isEmpty();
        assertThat(result.complete()).isEqualTo(executions);
        assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    }

    @ParameterizedTest(name = "{0}({1}) has {3} executions under {2}")
    @CsvSource({"big0,0,sc,69112", "big0,0,tso,69112", "fib,4,tso,34205", "ainc,6,sc,720", "ainc,6,tso,720",
            "mcs,3,sc,66", "mcs,3,tso,66", "ticket,4,sc,24", "casrot,7,tso,523", "treiber_pp,2,sc,46",
            "lastzero,8,sc,704", "readers,8,tso,256"})
    void hasTheKnownNumberOfExecutionsUnderOtherModels(String family, int n, String model, long executions) {
        Result result = new Exploration(() -> Anchors.named(family, n)).model(MemoryModel.named(model)).run();
        assertThat(result.complete()).isEqualTo(executions);
    }
}
