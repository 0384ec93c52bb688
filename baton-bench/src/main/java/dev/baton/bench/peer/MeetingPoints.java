package dev.baton.bench.peer;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;

/** The barriers by the names that benchmarks' parameters use. */
public final class MeetingPoints {
    private MeetingPoints() {}

    public static MeetingPoint create(String peer, int parties) {
        return switch (peer) {
            case "baton-barrier" -> new dev.baton.Barrier(parties)::await;
            case "jdk-barrier" -> new CyclicBarrier(parties)::await;
            case "jdk-phaser" -> new Phaser(parties)::arriveAndAwaitAdvance;
            case "spinning-counter" -> new SpinningCounter(parties);
            default -> throw new IllegalArgumentException("no barrier is called " + peer);
        };
    }

    /** The papers' baseline: counts as a barrier must, and waits actively. */
    private static final class SpinningCounter implements MeetingPoint {
        private final int parties;
        private final AtomicInteger arrived = new AtomicInteger();

        SpinningCounter(int parties) {
            this.parties = parties;
        }

        @Override
        public void arrive() {
            int last = (arrived.getAndIncrement() / parties + 1) * parties;
            int spins = 0;
            while (arrived.get() - last < 0) {
                spins = SpinWait.once(spins);
            }
        }
    }
}
