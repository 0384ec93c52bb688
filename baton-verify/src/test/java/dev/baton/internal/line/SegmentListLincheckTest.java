package dev.baton.internal.line;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.junit.jupiter.api.Test;

/** Segments removed and appended at the same time leave a sound list in all schedules tried. */
public class SegmentListLincheckTest {
    private static final int LENGTH = 6;

    private final Segment[] segments = new Segment[LENGTH];

    public SegmentListLincheckTest() {
        segments[0] = new Segment(0, null, 1, 2);
        for (int i = 1; i < LENGTH; i++) {
            segments[i] = segments[i - 1].nextOrAppend();
        }
    }

    @Operation
    public void remove(@Param(gen = IntGen.class, conf = "1:5") int id) {
        if (segments[id].casCell(0, null, ListInvariants.CANCELLED)) {
            segments[id].cellCancelled();
        }
    }

    @Operation
    public void append() {
        Segment last = segments[LENGTH - 1];
        last.nextOrAppend();
    }

    @Validate
    public void listIsSound() {
        ListInvariants.check(segments[0], 2);
    }

    @Test
    void allSchedulesTriedLeaveASoundList() {
        new ModelCheckingOptions().iterations(30).invocationsPerIteration(200).threads(3).actorsPerThread(2)
                .actorsBefore(0).actorsAfter(0).minimizeFailedScenario(false).verifier(EpsilonVerifier.class)
                .check(getClass());
    }

    @Test
    void stressLeavesASoundList() {
        new StressOptions().iterations(20).invocationsPerIteration(500).threads(3).actorsPerThread(2).actorsBefore(0)
                .actorsAfter(0).minimizeFailedScenario(false).verifier(EpsilonVerifier.class).check(getClass());
    }
}
