package dev.baton.check.replay;

import dev.baton.check.event.BlockReason;
import dev.baton.check.event.Chance;

/** What code that stands in for the JDK's asks of the checker; see {@code dev.baton.check.jdk.Waiting}. */
public final class WaitingCalls {
    private WaitingCalls() {}

    public static int begin(int site) {
        SimThread self = ThreadCalls.active();
        return self == null ? 0 : self.events;
    }

    public static void idle(int begin, int site) {
        SimThread self = ThreadCalls.active();
        if (self != null) {
            self.stay(begin, site);
        }
    }

    public static void await(int begin, long nanos, int site) {
        SimThread self = ThreadCalls.active();
        if (self != null) {
            self.time.block(BlockReason.AWAIT, nanos != Long.MAX_VALUE, nanos, begin, site);
        }
    }

    public static boolean isOver(long nanos, int site) {
        SimThread self = ThreadCalls.active();
        return self != null && nanos != Long.MAX_VALUE && self.time.isFree() && self.time.expiresFreely(site);
    }

    public static int any(int alternatives, int site) {
        SimThread self = ThreadCalls.active();
        return self == null || alternatives < 2 ? 0 : self.choose(Chance.WAITER, alternatives, site);
    }

    public static void delay(long nanos, int site) {
        SimThread self = ThreadCalls.active();
        if (self != null && !self.time.isFree()) {
            self.time.block(BlockReason.AWAIT, true, nanos, self.events, site);
        }
    }

    public static void block(Object blocker, int site) throws InterruptedException {
        PlainCalls.managedBlock(blocker, site);
    }

    public static void refuse(String what, int site) {
        SimThread self = ThreadCalls.active();
        if (self != null) {
            throw self.fail(what + " cannot be modelled", site);
        }
    }

    public static boolean isWatched(int site) {
        SimThread self = ThreadCalls.active();
        return self != null && self.known.pools();
    }

    /** The thread belongs to a pool of the JDK that gives each task a new thread as long as it may. */
    static boolean isWorker(SimThread self) {
        for (Class<?> type = self.entry.object.getClass(); type != Thread.class; type = type.getSuperclass()) {
            if (type.getName().equals("baton.jdk.java.util.concurrent.ForkJoinWorkerThread")) {
                return true;
            }
        }
        return false;
    }

    /** Begins the check anew if pools do not say yet what they are doing. */
    public static void watch(int site) {
        SimThread self = ThreadCalls.active();
        if (self != null && !self.known.pools()) {
            throw self.fail(new BeginAnew(new Knowledge.Pools()));
        }
    }
}
