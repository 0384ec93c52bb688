package dev.baton.bench.combine;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What happened at one resource: on which carriers its sections ran, and how long the next owner took to enter. Guarded
 * by the resource's lock. A section is contended if its task asked for the lock before the previous owner gave it up.
 */
final class Visits {
    private final Histogram delays = new Histogram(3);
    private @Nullable Thread lastCarrier;
    private long leftAt;
    private boolean visited;
    private int sections;
    private int contended;
    private int contendedMoves;
    private int freeMoves;
    private int run;
    private int runs;
    private int longestRun;

    /**
     * A section begins.
     *
     * @param askedAt when its task asked for the lock
     * @param now     the time
     * @param carrier where it runs
     */
    void enter(long askedAt, long now, Thread carrier) {
        boolean waited = visited && askedAt - leftAt < 0;
        boolean moved = lastCarrier != null && !lastCarrier.equals(carrier);
        lastCarrier = carrier;
        sections++;
        if (waited) {
            contended++;
            delays.recordValue(Math.max(0, now - leftAt));
        }
        if (moved) {
            if (waited) {
                contendedMoves++;
            } else {
                freeMoves++;
            }
        }
        if (run > 0 && waited && !moved) {
            run++;
        } else {
            run = waited ? 1 : 0;
            runs += run;
        }
        longestRun = Math.max(longestRun, run);
    }

    /** The owner is about to give the lock up. */
    void leave(long now) {
        leftAt = now;
        visited = true;
    }

    int sections() {
        return sections;
    }

    int contended() {
        return contended;
    }

    /** Contended sections that ran on another carrier than the section before. */
    int contendedMoves() {
        return contendedMoves;
    }

    /** Sections that found the lock free and ran on another carrier than the section before. */
    int freeMoves() {
        return freeMoves;
    }

    int longestRun() {
        return longestRun;
    }

    /** Mean number of contended sections that follow each other on one carrier. */
    double meanRun() {
        return runs == 0 ? 0 : (double) contended / runs;
    }

    /** Times between hand-over and entry. */
    Histogram delays() {
        return delays;
    }
}
