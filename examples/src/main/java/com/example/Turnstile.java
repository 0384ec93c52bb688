package com.example;

import dev.baton.CancellableQueueSynchronizer;
import dev.baton.FutureWaiter;
import dev.baton.ThreadWaiter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A synchronizer of your own on Baton's queue: a turnstile lets as many callers through as it was given tickets, in the order
 * in which they came. A caller that gives up, by a timeout, an interrupt or a cancelled future, takes no ticket with it.
 */
public final class Turnstile {
    private static final Boolean TICKET = true;

    /** Tickets that nobody has taken; below zero, how many callers wait. */
    private final AtomicInteger state;
    private final Callers callers = new Callers();

    public Turnstile(int tickets) {
        if (tickets < 0) {
            throw new IllegalArgumentException("tickets: " + tickets);
        }
        state = new AtomicInteger(tickets);
    }

    /** Waits for a ticket and takes it. */
    public void pass() throws InterruptedException {
        if (state.getAndDecrement() <= 0) {
            callers.queueUp().await();
        }
    }

    /** Waits a limited time; returns whether a ticket was taken. */
    public boolean pass(long timeout, TimeUnit unit) throws InterruptedException {
        return state.getAndDecrement() > 0 || callers.queueUp().await(unit.toNanos(timeout)) != null;
    }

    /** Takes a ticket when there is one, without a thread that waits; to cancel the future is to give up. */
    public CompletableFuture<Boolean> passAsync() {
        if (state.getAndDecrement() > 0) {
            return CompletableFuture.completedFuture(TICKET);
        }
        FutureWaiter<Boolean, Boolean> request = new FutureWaiter<>(ticket -> ticket);
        callers.queueUp(request);
        return request.future();
    }

    /** Adds a ticket: for the first caller that waits, else for a later one. */
    public void addTicket() {
        if (state.getAndIncrement() < 0) {
            callers.serveFirst();
        }
    }

    /** The tickets that nobody has taken. */
    public int tickets() {
        return Math.max(0, state.get());
    }

    /** The callers that wait. A ticket may be there before its caller, who is certain to come: so ASYNC. */
    private final class Callers extends CancellableQueueSynchronizer<Boolean> {
        Callers() {
            super(Resumption.ASYNC, Cancellation.SMART);
        }

        ThreadWaiter<Boolean> queueUp() {
            ThreadWaiter<Boolean> request = new ThreadWaiter<>();
            suspend(request);
            return request;
        }

        void queueUp(FutureWaiter<Boolean, Boolean> request) {
            suspend(request);
        }

        void serveFirst() {
            resume(TICKET);
        }

        /**
         * A caller gives up. If the state still counts it, it is taken out, and tickets pass it by. If not, a ticket is on its
         * way to it: the same addition has put that ticket back into the state, so the ticket is refused.
         */
        @Override
        protected boolean onCancellation() {
            return state.getAndIncrement() < 0;
        }

        /** A ticket was refused. The state has it already: nothing is left to do. */
        @Override
        protected void onRefused(Boolean ticket) {}
    }
}
