package dev.baton.verify.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.api.Checker;
import dev.baton.check.api.SpecificationResult;
import dev.baton.check.api.Specifications;
import dev.baton.check.explore.Verdict;
import dev.baton.testing.HangLimit;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Our own primitives meet sequential specifications: results, order of requests, aborts, a bound for overtaking. */
@HangLimit(seconds = 600)
class PrimitivesFromSpecificationTest {
    private static SpecificationResult check(Class<?> type, String model, Duration limit) {
        return new Specifications(new Checker().model(model).timeLimit(limit)).check(type);
    }

    @ParameterizedTest
    @ValueSource(classes = {LockSpecifications.BargingLock.class,
            LockSpecifications.InliningMutex.class,
            WaitingSpecifications.OfBarrier.class,
            SemaphoreSpecifications.FairRequests.class,
            TransferSpecifications.FairQueueOfThree.class,
            TransferSpecifications.UnfairQueueOfThree.class})
    void primitiveMeetsItsSpecification(Class<?> type) {
        for (String model : Specifications.models(type)) {
            SpecificationResult result = check(type, model, Duration.ofMinutes(2));
            assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.VERIFIED);
        }
    }

    @ParameterizedTest
    @Tag("deep")
    @ValueSource(classes = {LockSpecifications.FairLock.class,
            LockSpecifications.DispatchingMutex.class,
            LockSpecifications.FairReadWrite.class,
            LockSpecifications.BargingReadWrite.class,
            WaitingSpecifications.Latch.class,
            SemaphoreSpecifications.Threads.class,
            SemaphoreSpecifications.BargingThreads.class,
            SemaphoreSpecifications.PassedOnce.class,
            TransferSpecifications.FairQueue.class,
            TransferSpecifications.UnfairQueue.class,
            TransferSpecifications.Rendezvous.class,
            TransferSpecifications.Buffered.class})
    void otherPrimitivesMeetTheirs(Class<?> type) {
        primitiveMeetsItsSpecification(type);
    }

    /** Not all are exhausted in that time; what was visited is right. */
    @ParameterizedTest
    @Tag("deep")
    @ValueSource(classes = {SemaphoreSpecifications.FairRequestsTwice.class,
            SemaphoreSpecifications.FairRequestsOfThree.class,
            WaitingSpecifications.OfBag.class,
            WaitingSpecifications.OfPool.class,
            TransferSpecifications.FairQueueTwice.class,
            TransferSpecifications.UnfairQueueTwice.class,
            TransferSpecifications.BufferedTwice.class})
    void nothingElseIsSeenInLargerScenarios(Class<?> type) {
        for (String model : Specifications.models(type)) {
            SpecificationResult result = check(type, model, Duration.ofMinutes(1));
            assertThat(result.verdict()).as(result.toString()).isIn(Verdict.VERIFIED, Verdict.NOT_EXHAUSTED);
        }
    }

    @Test
    void secondBypassOfABargingSemaphoreIsSeen() {
        SpecificationResult result = check(SemaphoreSpecifications.PassedTwice.class, "sc", Duration.ofMinutes(1));
        assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.check().counterexample()).startsWith("overtaken: ");
    }

    @Test
    void callersThatAreInterruptedCancel() {
        SpecificationResult result = check(TransferSpecifications.CancelNotDeclared.class, "rc11",
                Duration.ofMinutes(1));
        assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.check().counterexample()).contains("take() -> CancellationException");
    }

    @Test
    void unfairQueueIsNotFair() {
        SpecificationResult result = check(TransferSpecifications.UnfairTakenForFair.class, "sc",
                Duration.ofMinutes(1));
        assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.check().counterexample()).startsWith("not linearizable: ");
    }
}
