package dev.baton;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Rounds of a barrier run by exactly as many threads as it has parties, so that every thread knows which round it
 * is in. The first violation interrupts all of them, so that nobody is left waiting.
 */
final class BarrierRounds {
    /** The barrier under test. */
    @FunctionalInterface
    interface Meeting {
        int arrive() throws Exception;
    }

    private final Meeting meeting;
    private final int parties;
    private final AtomicIntegerArray begun;
    private final AtomicInteger violations = new AtomicInteger();

    BarrierRounds(Meeting meeting, int parties) {
        this.meeting = meeting;
        this.parties = parties;
        this.begun = new AtomicIntegerArray(parties);
    }

    /** Number of returns seen that came before all had arrived for that round, or with an index out of range. */
    int violationsIn(int rounds, ThreadKind kind) {
        List<Thread> running = Collections.synchronizedList(new ArrayList<>());
        try (TestThreads threads = new TestThreads(kind)) {
            for (int i = 0; i < parties; i++) {
                int me = i;
                running.add(threads.start(() -> {
                    try {
                        for (int round = 1; round <= rounds && violations.get() == 0; round++) {
                            begun.set(me, round);
                            check(round, meeting.arrive());
                        }
                    } catch (InterruptedException violationSeen) {
                        return;
                    }
                    if (violations.get() > 0) {
                        running.forEach(Thread::interrupt);
                    }
                }));
            }
        }
        return violations.get();
    }

    private void check(int round, int index) {
        if (index < 0 || index >= parties) {
            violations.incrementAndGet();
        }
        for (int i = 0; i < parties; i++) {
            int other = begun.get(i);
            if (other < round || other > round + 1) {
                violations.incrementAndGet();
            }
        }
    }
}
