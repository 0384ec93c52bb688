package dev.baton.jcstress;

import dev.baton.Channel;
import dev.baton.ChannelClosedException;
import dev.baton.Event;
import dev.baton.Select;
import dev.baton.Semaphore;
import dev.baton.StressSubjects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Channels, selects and events: an element is with its sender or with one receiver. */
final class ChannelStress {
    private ChannelStress() {}

    /** Of a timed send and a timed receive both succeed or none. */
    @JCStressTest
    @Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "They met.")
    @Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "They missed each other.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The element was lost or made up.")
    @State
    public static class Timeouts {
        private final Channel<String> channel = StressSubjects.channel(0);

        @Actor
        public void sends(ZZ_Result r) {
            try {
                r.r1 = channel.trySend("element", Patience.NANOS, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                throw Patience.uninterrupted(e);
            }
        }

        @Actor
        public void receives(ZZ_Result r) {
            try {
                r.r2 = channel.tryReceive(Patience.NANOS, TimeUnit.NANOSECONDS) != null;
            } catch (InterruptedException e) {
                throw Patience.uninterrupted(e);
            }
        }
    }

    /** A receive that is cancelled while a send comes has the element, or the sender keeps it. */
    @JCStressTest
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "The receive has it.")
    @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "Cancelled; the sender keeps it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The element was lost or is in two places.")
    @State
    public static class CancelReceive {
        private final Channel<String> channel = StressSubjects.channel(0);
        private final CompletableFuture<String> receive = channel.receiveAsync();

        @Actor
        public void sends(ZZ_Result r) {
            r.r1 = channel.trySend("element");
        }

        @Actor
        public void cancels(ZZ_Result r) {
            r.r2 = receive.cancel(false);
        }
    }

    /** A send that waits for room and is cancelled while a receive makes some. */
    @JCStressTest
    @Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "Cancelled; the sender keeps it.")
    @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "Sent, and there to be received.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The element was lost or is in two places.")
    @State
    public static class CancelSend {
        private final Channel<String> channel = StressSubjects.channel(1);
        private final CompletableFuture<Void> send;

        public CancelSend() {
            channel.trySend("first");
            send = channel.sendAsync("second");
        }

        @Actor
        public void receives(III_Result r) {
            r.r1 = channel.tryReceive() == null ? 0 : 1;
        }

        @Actor
        public void cancels(III_Result r) {
            r.r2 = send.cancel(false) ? 1 : 0;
        }

        @Arbiter
        public void counts(III_Result r) {
            r.r3 = channel.tryReceive() == null ? 0 : 1;
        }
    }

    /** What a send was told that races a close is what a receive finds. */
    @JCStressTest
    @Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "Sent before, and received.")
    @Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "Closed before.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The element was lost or made up.")
    @State
    public static class CloseSend {
        private final Channel<String> channel = StressSubjects.channel(1);

        @Actor
        public void sends(ZZ_Result r) {
            try {
                r.r1 = channel.trySend("element");
            } catch (ChannelClosedException closed) {
                r.r1 = false;
            }
        }

        @Actor
        public void closes() {
            channel.close();
        }

        @Arbiter
        public void receives(ZZ_Result r) {
            r.r2 = !channel.isClosedForReceive() && channel.tryReceive() != null;
        }
    }

    /** A receive sees what was written before the send. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Sees the write.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Received without what was written before.")
    @State
    public static class ReceivePublishes {
        private final Channel<String> channel = StressSubjects.channel(1);
        private int data;

        @Actor
        public void sends() {
            data = 1;
            channel.sendUninterruptibly("element");
        }

        @Actor
        public void receives(I_Result r) {
            channel.receiveUninterruptibly();
            r.r1 = data;
        }
    }

    /** Of two sends to the two channels of a select that waits, one is received. */
    @JCStressTest
    @Outcome(id = {"true, false", "false, true"}, expect = Expect.ACCEPTABLE, desc = "One clause has happened.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both have, or none.")
    @State
    public static class SelectOfTwo {
        private final Channel<String> one = StressSubjects.channel(0);
        private final Channel<String> two = StressSubjects.channel(0);
        private final CompletableFuture<String> select = Select.<String>fair().onReceive(one, element -> element)
                .onReceive(two, element -> element).selectAsync();

        @Actor
        public void sendsToOne(ZZ_Result r) {
            r.r1 = one.trySend("one");
        }

        @Actor
        public void sendsToTwo(ZZ_Result r) {
            r.r2 = two.trySend("two");
        }

        @Arbiter
        public void agrees(ZZ_Result r) {
            if (!select.join().equals(r.r1 ? "one" : "two")) {
                throw new AssertionError("not what was sent");
            }
        }
    }

    /** A select that is cancelled while a send comes has the element, or the sender keeps it. */
    @JCStressTest
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "The select has it.")
    @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "Cancelled; the sender keeps it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The element was lost or is in two places.")
    @State
    public static class SelectCancel {
        private final Channel<String> one = StressSubjects.channel(0);
        private final Channel<String> two = StressSubjects.channel(0);
        private final CompletableFuture<String> select = Select.<String>fair().onReceive(one, element -> element)
                .onReceive(two, element -> element).selectAsync();

        @Actor
        public void sends(ZZ_Result r) {
            r.r1 = two.trySend("element");
        }

        @Actor
        public void cancels(ZZ_Result r) {
            r.r2 = select.cancel(false);
        }
    }

    /** A permit that comes while the select gets an element is there afterwards, and only then. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The element was received, the permit is there.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The permit was acquired, the element is the sender's.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Something was lost or doubled.")
    @State
    public static class SelectOfPermit {
        private final Channel<String> channel = StressSubjects.channel(0);
        private final Semaphore semaphore = StressSubjects.semaphore(0, true);
        private final CompletableFuture<String> select = Select.<String>fair().onReceive(channel, element -> element)
                .onAcquire(semaphore, () -> "permit").selectAsync();

        @Actor
        public void sends(II_Result r) {
            r.r1 = channel.trySend("element") ? 1 : 0;
        }

        @Actor
        public void releases() {
            semaphore.release();
        }

        @Arbiter
        public void counts(II_Result r) {
            if (select.join().equals("element") != (r.r1 == 1)) {
                throw new AssertionError("not what was sent");
            }
            r.r2 = semaphore.availablePermits();
        }
    }

    /** A set that meets a cancelled wait is kept for the next. */
    @JCStressTest
    @Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "Cancelled; the event is set.")
    @Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "The wait was let go on.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The set was lost or doubled.")
    @State
    public static class EventCancel {
        private final Event event = StressSubjects.autoResetEvent();
        private final CompletableFuture<Void> wait = event.awaitAsync();

        @Actor
        public void sets() {
            event.set();
        }

        @Actor
        public void cancels(ZZ_Result r) {
            r.r1 = wait.cancel(false);
        }

        @Arbiter
        public void looks(ZZ_Result r) {
            r.r2 = event.tryAwait();
        }
    }
}
