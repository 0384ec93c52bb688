package dev.baton.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules of the segment list: who is removed, when, and what stays reachable. */
class SegmentListTest {
    private static final int THREADS = 10;
    private static final int SEGMENTS = 100_000;

    /** List of {@code count} segments of one cell; the first is created with {@code owners}. */
    private static List<Segment> list(int count, int owners) {
        List<Segment> segments = new ArrayList<>();
        Segment last = new Segment(0, null, 1, owners);
        segments.add(last);
        while (segments.size() < count) {
            last = last.nextOrAppend();
            segments.add(last);
        }
        return segments;
    }

    private static void cancel(Segment segment) {
        for (int cell = 0; cell < segment.size(); cell++) {
            assertThat(segment.casCell(cell, null, ListInvariants.CANCELLED)).isTrue();
            segment.cellCancelled();
        }
    }

    @Test
    void idsAreConsecutiveWhenAppended() {
        List<Segment> segments = list(5, 2);
        for (int i = 0; i < 5; i++) {
            assertThat(segments.get(i).id).isEqualTo(i);
            assertThat(segments.get(i).prevAcquire()).isSameAs(i == 0 ? null : segments.get(i - 1));
        }
        ListInvariants.check(segments.getFirst(), 2);
    }

    @Test
    void oneSegmentForEachIdHoweverManyAppend() {
        int length = 2_000;
        Segment first = new Segment(0, null, 2, 2);
        AtomicReferenceArray<Segment> seen = new AtomicReferenceArray<>(length);
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            for (int t = 0; t < 4; t++) {
                threads.start(() -> {
                    Segment segment = first;
                    for (int i = 0; i < length; i++) {
                        assertThat(segment.id).isEqualTo(i);
                        Segment before = seen.compareAndExchange(i, null, segment);
                        assertThat(before == null || before == segment).isTrue();
                        segment = segment.nextOrAppend();
                    }
                });
            }
        }
        ListInvariants.check(first, 2);
    }

    @Test
    void segmentIsRemovedWhenAllItsCellsAreCancelledAndNobodyOwnsIt() {
        Segment first = new Segment(0, null, 2, 1);
        Segment middle = first.nextOrAppend();
        Segment last = middle.nextOrAppend();
        middle.casCell(0, null, ListInvariants.CANCELLED);
        middle.cellCancelled();
        assertThat(middle.isRemoved()).isFalse();
        assertThat(first.nextAcquire()).isSameAs(middle);
        middle.casCell(1, null, ListInvariants.CANCELLED);
        middle.cellCancelled();
        assertThat(middle.isRemoved()).isTrue();
        assertThat(first.nextAcquire()).isSameAs(last);
        assertThat(last.prevAcquire()).isSameAs(first);
        ListInvariants.check(first, 1);
    }

    @Test
    void removedSegmentNeverComesBack() {
        List<Segment> segments = list(3, 2);
        Segment middle = segments.get(1);
        assertThat(middle.tryAddOwner()).isTrue();
        cancel(middle);
        assertThat(middle.isRemoved()).as("still owned").isFalse();
        assertThat(segments.get(0).nextAcquire()).isSameAs(middle);
        middle.dropOwner();
        assertThat(middle.isRemoved()).isTrue();
        assertThat(segments.get(0).nextAcquire()).isSameAs(segments.get(2));
        assertThat(middle.tryAddOwner()).as("owner for a removed segment").isFalse();
        assertThat(middle.isRemoved()).isTrue();
    }

    @Test
    void firstSegmentGoesOnlyWhenBothReferencesHaveMoved() {
        List<Segment> segments = list(3, 2);
        Segment first = segments.get(0);
        SegmentReference entry = new SegmentReference(first);
        SegmentReference service = new SegmentReference(first);
        cancel(first);
        assertThat(first.isRemoved()).isFalse();
        assertThat(entry.moveTo(first, 1)).isSameAs(segments.get(1));
        assertThat(first.isRemoved()).isFalse();
        assertThat(segments.get(1).prevAcquire()).isSameAs(first);
        assertThat(service.moveTo(first, 1)).isSameAs(segments.get(1));
        assertThat(first.isRemoved()).isTrue();
        assertThat(segments.get(1).prevAcquire()).as("the removed first is unlinked").isNull();
        ListInvariants.check(segments.get(1), 2);
    }

    @Test
    void tailIsUnlinkedOnlyWhenItGetsASuccessor() {
        List<Segment> segments = list(2, 2);
        Segment tail = segments.get(1);
        cancel(tail);
        assertThat(tail.isRemoved()).isTrue();
        assertThat(segments.get(0).nextAcquire()).as("the tail stays").isSameAs(tail);
        ListInvariants.check(segments.get(0), 2);
        Segment successor = tail.nextOrAppend();
        assertThat(successor.id).isEqualTo(2);
        assertThat(segments.get(0).nextAcquire()).as("the former tail is unlinked").isSameAs(successor);
        assertThat(successor.prevAcquire()).isSameAs(segments.get(0));
        ListInvariants.check(segments.get(0), 2);
    }

    @Test
    void removalNextToARemovedTailEnds() {
        List<Segment> segments = list(4, 2);
        cancel(segments.get(3));
        cancel(segments.get(1));
        cancel(segments.get(2));
        assertThat(ListInvariants.count(segments.get(0))).isEqualTo(2);
        ListInvariants.check(segments.get(0), 2);
    }

    @Test
    void forgottenPastIsNotResurrected() {
        List<Segment> segments = list(4, 2);
        segments.get(3).forgetPrev();
        cancel(segments.get(2));
        assertThat(segments.get(3).prevAcquire()).isNull();
        assertThat(segments.get(1).nextAcquire()).isSameAs(segments.get(3));
        cancel(segments.get(1));
        assertThat(segments.get(3).prevAcquire()).isNull();
        assertThat(segments.get(0).nextAcquire()).isSameAs(segments.get(3));
    }

    @Test
    void everyLaterLiveSegmentIsReachedFromAnUnlinkedOne() {
        List<Segment> segments = list(6, 2);
        cancel(segments.get(1));
        cancel(segments.get(2));
        cancel(segments.get(4));
        for (int stale = 0; stale < 5; stale++) {
            List<Long> reached = new ArrayList<>();
            for (Segment s = segments.get(stale).nextAcquire(); s != null; s = s.nextAcquire()) {
                if (!s.isRemoved()) {
                    reached.add(s.id);
                }
            }
            assertThat(reached).as("from %s", segments.get(stale))
                    .containsExactlyElementsOf(stale < 3 ? List.of(3L, 5L) : List.of(5L));
        }
    }

    @Test
    void referenceFindsTheFirstLiveSegmentAfterARemovedOne() {
        List<Segment> segments = list(5, 1);
        Segment first = segments.get(0);
        SegmentReference reference = new SegmentReference(first);
        cancel(segments.get(1));
        cancel(segments.get(2));
        assertThat(reference.moveTo(first, 1)).isSameAs(segments.get(3));
        assertThat(reference.getOpaque()).isSameAs(segments.get(3));
        assertThat(ListInvariants.owners(segments.get(3))).isEqualTo(1);
        assertThat(ListInvariants.owners(first)).isZero();
    }

    @Test
    void referenceNeverMovesBack() {
        List<Segment> segments = list(4, 1);
        Segment first = segments.get(0);
        SegmentReference reference = new SegmentReference(first);
        reference.moveTo(first, 3);
        assertThat(reference.moveTo(first, 1)).as("a late comer still gets its segment").isSameAs(segments.get(1));
        assertThat(reference.getOpaque()).isSameAs(segments.get(3));
        assertThat(ListInvariants.owners(segments.get(1))).isZero();
    }

    @Test
    void ownersAreExactHoweverManyMoveTheReferences() {
        int length = 20_000;
        for (int round = 0; round < 5; round++) {
            Segment first = new Segment(0, null, 1, 2);
            SegmentReference entry = new SegmentReference(first);
            SegmentReference service = new SegmentReference(first);
            AtomicInteger claimed = new AtomicInteger();
            try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
                for (int t = 0; t < 4; t++) {
                    threads.start(() -> {
                        for (;;) {
                            Segment start = entry.getOpaque();
                            int id = claimed.getAndIncrement();
                            if (id >= length) {
                                return;
                            }
                            Segment mine = entry.moveTo(start, id);
                            assertThat(mine.id).isEqualTo(id);
                            if ((id & 3) != 0) {
                                cancel(mine);
                            }
                            service.moveTo(service.getOpaque(), id).forgetPrev();
                        }
                    });
                }
            }
            Segment last = entry.getOpaque();
            Segment leftmost = service.getOpaque().id < last.id ? service.getOpaque() : last;
            leftmost.forgetPrev();
            ListInvariants.check(leftmost, 2);
            assertThat(ListInvariants.count(leftmost)).isLessThanOrEqualTo(3);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void tenThreadsThatRemoveAHundredThousandSegmentsLeaveTwo(boolean shuffled) {
        List<Segment> segments = list(SEGMENTS + 2, 2);
        Segment first = segments.get(0);
        List<Segment> doomed = new ArrayList<>(segments.subList(1, SEGMENTS + 1));
        long seed = new SplittableRandom().nextLong();
        if (shuffled) {
            Collections.shuffle(doomed, new Random(seed));
        }
        AtomicInteger next = new AtomicInteger();
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            for (int t = 0; t < THREADS; t++) {
                threads.start(() -> {
                    for (int i = next.getAndIncrement(); i < SEGMENTS; i = next.getAndIncrement()) {
                        cancel(doomed.get(i));
                    }
                });
            }
        }
        assertThat(ListInvariants.count(first)).as("segments left, seed %s", seed).isEqualTo(2);
        ListInvariants.check(first, 2);
        assertThat(first.nextAcquire()).isSameAs(segments.getLast());
    }

    @Test
    void neighboursRemovedAtTheSameTimeLeaveNoRemovedOneBehind() {
        int size = 6;
        for (int round = 0; round < 4_000; round++) {
            List<Segment> segments = list(size, 2);
            AtomicInteger go = new AtomicInteger();
            int rotation = round;
            try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
                for (int t = 0; t < 2; t++) {
                    int mine = t;
                    threads.start(() -> {
                        go.incrementAndGet();
                        TestThreads.awaitTrue(() -> go.get() == 2);
                        for (int i = 0; i < 2; i++) {
                            cancel(segments.get(1 + ((rotation + 2 * i + mine) & 3)));
                        }
                    });
                }
            }
            assertThat(ListInvariants.count(segments.get(0))).as("round %s", round).isEqualTo(2);
            ListInvariants.check(segments.get(0), 2);
        }
    }

    @Test
    void memoryIsBoundedHoweverManySegmentsCome() {
        Segment first = new Segment(0, null, 1, 2);
        SegmentReference entry = new SegmentReference(first);
        SegmentReference service = new SegmentReference(first);
        for (int id = 0; id < SEGMENTS; id++) {
            Segment segment = entry.moveTo(entry.getOpaque(), id);
            if (id % 3 == 0) {
                cancel(segment);
            }
            if (id % 2 == 0) {
                service.moveTo(service.getOpaque(), id).forgetPrev();
            }
        }
        assertThat(ListInvariants.reachableFrom(service.getOpaque())).hasSizeLessThanOrEqualTo(4);
        assertThat(ListInvariants.reachableFrom(entry.getOpaque())).hasSizeLessThanOrEqualTo(4);
    }
}
