package dev.baton.check.replay;

import dev.baton.check.event.BlockReason;
import dev.baton.check.event.SearchThread;

/** The turns of a thread's loops: a turn that does nothing and leaves the variables as they were is a failed await. */
/*
 * State, a long that the rewritten method keeps for each of its loops:
 *
 *   63 .. 40   events before the turn
 *   39 .. 16   tick at which it began
 *   15 ..  1   rounds so far that touched what others know
 *         0    the loop has gone round
 */
final class LoopTurns {
    /** Rounds of loops that touch nothing of others, in one run, before the check gives up. */
    private static final long MOST_LOCAL = 50_000_000;

    private final SimThread thread;
    private long localRounds;

    LoopTurns(SimThread thread) {
        this.thread = thread;
    }

    void reset() {
        localRounds = 0;
    }

    /** A turn begins. */
    long header(long state, int loop) {
        int tick = thread.effects.next();
        boolean fresh = (state & 1) == 0;
        int count = fresh ? 0 : (int) (state >>> 1) & 0x7fff;
        if (fresh && loop != 0) {
            thread.spins.entered(loop);
        }
        return (long) thread.events << 40 | (long) (tick & 0xffffff) << 16 | (long) count << 1;
    }

    /**
     * A turn goes round.
     *
     * @param how         how it left the variables of the loop: {@link Spins#SAME} and the like
     * @param outcomes    how comparisons of counters came out in it, two bits for each
     * @param comparisons how many of them the loop has
     * @param loop        which loop
     */
    long backEdge(long state, int how, int outcomes, int comparisons, int loop, int site) {
        int since = (int) (state >>> 16) & 0xffffff;
        int first = (int) (state >>> 40);
        boolean acted = thread.effects.actedSince(since) || thread.locks.tookSince(since)
                || thread.readWriteLocks.tookSince(since);
        if (thread.spins.isSilent()) {
            thread.spins.silentTurn(loop, acted, how, outcomes, site);
        } else {
            if (how == Spins.SAME && !acted && !thread.time.passesInLoop(since, first, site)) {
                thread.block(thread.effects.choseSince(since) ? BlockReason.ASSUME : BlockReason.AWAIT, first, site);
            }
            if (comparisons > 0 && thread.image.settings.cutsSpins()) {
                boolean compared = ((outcomes | outcomes >>> 1) & 0x55555555) == (1 << 2 * comparisons) / 3;
                thread.spins.turn(loop, first, acted, how, outcomes, compared, site);
            }
        }
        int count = (int) (state >>> 1) & 0x7fff;
        if (thread.events > first && thread.effects.metOthersSince(since)) {
            if (++count > thread.image.settings.loopBound()) {
                thread.block(BlockReason.BOUND, first, site);
            }
        } else {
            countLocalRound(site);
        }
        return state & ~0xffffL | (long) count << 1 | 1;
    }

    private void countLocalRound(int site) {
        if (++localRounds > MOST_LOCAL) {
            throw thread.fail("a loop ran 50 million times without touching shared state", site);
        }
        if ((localRounds & 0xffff) == 0 && SearchThread.isTold()) {
            throw thread.fail(new SearchThread.Ended());
        }
    }
}
