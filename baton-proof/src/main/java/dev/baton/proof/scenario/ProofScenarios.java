package dev.baton.proof.scenario;

import java.util.List;
import java.util.stream.Stream;

/**
 * All scenarios by which the library is proved: small clients of each primitive, as shipped, that the checker explores in
 * full. Most choose segments of one and two cells.
 */
public final class ProofScenarios {
    private ProofScenarios() {}

    public static List<ProofScenario> all() {
        return Stream
                .of(FrameworkScenarios.all(), GrantScenarios.all(), FirstWaitScenarios.all(), SemaphoreScenarios.all(),
                        MutexScenarios.all(), PermitScenarios.all(), BoundedExecutorScenarios.all(),
                        KeyedScenarios.all(), RateScenarios.all(),
                        ReentrantLockScenarios.all(), ReadWriteScenarios.all(), LatchScenarios.all(),
                        CyclicBarrierScenarios.all(), PoolScenarios.all(),
                        TransferScenarios.all(), ChannelScenarios.all(), SelectScenarios.all(),
                        SelectClauseScenarios.all(), ChannelAbortScenarios.all(),
                        ThreeThreadScenarios.all(), OrderScenarios.all(),
                        PromiseScenarios.all(), StoreScenarios.all(), ListScenarios.all(), SleepScenarios.all(),
                        HeldBackScenarios.all())
                .flatMap(List::stream).toList();
    }
}
