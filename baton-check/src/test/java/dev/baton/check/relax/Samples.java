package dev.baton.check.relax;

import dev.baton.check.api.Scenario;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** Small programs, each with the scenario that says what it is for. */
final class Samples {
    private Samples() {}

    private static VarHandle handle(MethodHandles.Lookup lookup, String name) {
        try {
            return lookup.findVarHandle(lookup.lookupClass(), name, int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** One passes a number to the other. */
    static final class MessagePassing {
        int data;
        @SuppressWarnings("unused")
        private int flag;

        void send() {
            data = 42;
            FLAG.setVolatile(this, 1);
        }

        void receive() {
            if ((int) FLAG.getVolatile(this) == 1) {
                assert data == 42 : "stale";
            }
        }

        /** No scenario calls it. */
        void takeBack() {
            FLAG.setVolatile(this, 0);
        }

        static final VarHandle FLAG = handle(MethodHandles.lookup(), "flag");

        static void scenario(Scenario scenario) {
            MessagePassing passing = new MessagePassing();
            scenario.thread(passing::send);
            scenario.thread(passing::receive);
        }

        /** Nobody receives. */
        static void sendOnly(Scenario scenario) {
            MessagePassing passing = new MessagePassing();
            scenario.thread(passing::send);
        }
    }

    /** Each says that it is there, then looks for the other; one of them must see. */
    static final class Dekker {
        @SuppressWarnings("unused")
        private int left;
        @SuppressWarnings("unused")
        private int right;
        int missed;
        int alsoMissed;

        void goLeft() {
            LEFT.setVolatile(this, 1);
            missed = (int) RIGHT.getVolatile(this) == 0 ? 1 : 0;
        }

        void goRight() {
            RIGHT.setVolatile(this, 1);
            alsoMissed = (int) LEFT.getVolatile(this) == 0 ? 1 : 0;
        }

        static final VarHandle LEFT = handle(MethodHandles.lookup(), "left");
        static final VarHandle RIGHT = handle(MethodHandles.lookup(), "right");

        static void scenario(Scenario scenario) {
            Dekker dekker = new Dekker();
            scenario.thread(dekker::goLeft);
            scenario.thread(dekker::goRight);
            scenario.finallyAssert(() -> {
                assert dekker.missed + dekker.alsoMissed < 2 : "both missed";
            });
        }

        /** Nobody looks at what comes out. */
        static void unasserted(Scenario scenario) {
            Dekker dekker = new Dekker();
            scenario.thread(dekker::goLeft);
            scenario.thread(dekker::goRight);
        }
    }

    /** The same with opaque accesses and fences between. */
    static final class FencedDekker {
        @SuppressWarnings("unused")
        private int left;
        @SuppressWarnings("unused")
        private int right;
        int missed;
        int alsoMissed;

        void goLeft() {
            LEFT.setOpaque(this, 1);
            VarHandle.fullFence();
            missed = (int) RIGHT.getOpaque(this) == 0 ? 1 : 0;
            VarHandle.acquireFence();
        }

        void goRight() {
            RIGHT.setOpaque(this, 1);
            VarHandle.fullFence();
            alsoMissed = (int) LEFT.getOpaque(this) == 0 ? 1 : 0;
        }

        static final VarHandle LEFT = handle(MethodHandles.lookup(), "left");
        static final VarHandle RIGHT = handle(MethodHandles.lookup(), "right");

        static void scenario(Scenario scenario) {
            FencedDekker dekker = new FencedDekker();
            scenario.thread(dekker::goLeft);
            scenario.thread(dekker::goRight);
            scenario.finallyAssert(() -> {
                assert dekker.missed + dekker.alsoMissed < 2 : "both missed";
            });
        }
    }

    /** Message passing through a volatile field, an atomic, and a field updater. */
    static final class Mailbox {
        int data;
        volatile int flag;
        final AtomicInteger count = new AtomicInteger();
        volatile int state;

        static final AtomicIntegerFieldUpdater<Mailbox> STATE = AtomicIntegerFieldUpdater.newUpdater(Mailbox.class,
                "state");

        void sendByField() {
            data = 42;
            flag = 1;
        }

        void receiveByField() {
            if (flag == 1) {
                assert data == 42 : "stale";
            }
        }

        void sendByAtomic() {
            data = 42;
            count.set(1);
        }

        void receiveByAtomic() {
            if (count.get() == 1) {
                assert data == 42 : "stale";
            }
        }

        void sendByUpdater() {
            data = 42;
            STATE.incrementAndGet(this);
        }

        void receiveByUpdater() {
            if (STATE.get(this) == 1) {
                assert data == 42 : "stale";
            }
        }

        static void byField(Scenario scenario) {
            Mailbox mailbox = new Mailbox();
            scenario.thread(mailbox::sendByField);
            scenario.thread(mailbox::receiveByField);
        }

        static void byAtomic(Scenario scenario) {
            Mailbox mailbox = new Mailbox();
            scenario.thread(mailbox::sendByAtomic);
            scenario.thread(mailbox::receiveByAtomic);
        }

        static void byUpdater(Scenario scenario) {
            Mailbox mailbox = new Mailbox();
            scenario.thread(mailbox::sendByUpdater);
            scenario.thread(mailbox::receiveByUpdater);
        }
    }

    /** Message passing that the code does too weakly: its modes do not verify. */
    static final class TooWeak {
        int data;
        @SuppressWarnings("unused")
        private int flag;

        void send() {
            data = 42;
            FLAG.setOpaque(this, 1);
        }

        void receive() {
            if ((int) FLAG.getOpaque(this) == 1) {
                assert data == 42 : "stale";
            }
        }

        static final VarHandle FLAG = handle(MethodHandles.lookup(), "flag");

        static void scenario(Scenario scenario) {
            TooWeak passing = new TooWeak();
            scenario.thread(passing::send);
            scenario.thread(passing::receive);
        }
    }
}
