package dev.baton.verify.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.api.Checker;
import dev.baton.check.api.SpecificationResult;
import dev.baton.check.api.Specifications;
import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Deliberate mistakes are found from the specification alone: there is no scenario by hand. What is right passes, so it is
 * the mistake that is found.
 */
class MutantsFromSpecificationTest {
    private static SpecificationResult check(Class<?> type) {
        return new Specifications(new Checker().timeLimit(Duration.ofMinutes(1))).check(type);
    }

    @ParameterizedTest
    @ValueSource(classes = {SpecifiedQueues.LinksByStore.class, SpecifiedQueues.TakesByStore.class,
            SpecifiedQueues.MovesTailFirst.class, SpecifiedQueues.ReadsElementLate.class,
            SpecifiedQueues.CountsFirst.class, SpecifiedQueues.PublishesEarly.class,
            SpecifiedQueues.IgnoresConsumer.class, SpecifiedQueues.StoresByRelease.class,
            SpecifiedStacks.PushesByStore.class,
            SpecifiedStacks.PopsByStore.class, SpecifiedStacks.PublishesPlainly.class,
            SpecifiedStacks.ReadsTopTwice.class, SpecifiedStacks.ReusesNodes.class,
            SpecifiedCounters.VolatileIncrement.class, SpecifiedCounters.AddsThenReads.class,
            SpecifiedCounters.TakesBelowZero.class, SpecifiedCounters.SumsCells.class,
            SpecifiedCounters.StoresMaximum.class, SpecifiedMaps.ReadsWithoutLock.class,
            SpecifiedMaps.LocksByValue.class, SpecifiedMaps.ChecksBeforeLock.class, SpecifiedMaps.ReleasesBetween.class,
            SpecifiedMaps.ComputesOutside.class, SpecifiedMaps.RemovesTwice.class, SpecifiedLocks.TestsThenSets.class,
            SpecifiedLocks.UnlocksOpaquely.class, SpecifiedLocks.ReadersMissWriter.class,
            SpecifiedLocks.GivesUpAfterARace.class, SpecifiedLocks.LooksBeforeItAsks.class,
            SpecifiedLocks.WakesBeforeItReleases.class,
            SpecifiedLocks.ForgetsOne.class, SpecifiedLocks.RemembersOneWaiter.class})
    void mistakeIsFound(Class<?> mutant) {
        SpecificationResult result = check(mutant);
        assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.check().violations().getFirst().kind()).isEqualTo(Violation.Kind.SPECIFICATION);
    }

    @ParameterizedTest
    @ValueSource(classes = {SpecifiedQueues.RightLinkedQueue.class, SpecifiedQueues.MovesTailBack.class,
            SpecifiedQueues.RightRing.class, SpecifiedStacks.RightStack.class, SpecifiedCounters.RightCounter.class,
            SpecifiedCounters.RightMaximum.class,
            SpecifiedMaps.RightMap.class, SpecifiedLocks.RightSpinLock.class, SpecifiedLocks.RightSemaphore.class})
    void whatIsRightPasses(Class<?> right) {
        SpecificationResult result = check(right);
        assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.VERIFIED);
    }
}
