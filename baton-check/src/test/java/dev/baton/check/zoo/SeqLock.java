package dev.baton.check.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A sequence lock over two numbers: one writer, readers that try again when a write came between. */
class SeqLock {
    @SuppressWarnings("unused")
    private int sequence;
    @SuppressWarnings("unused")
    private int left;
    @SuppressWarnings("unused")
    private int right;

    void write(int value) {
        int before = (int) SEQUENCE.getOpaque(this);
        SEQUENCE.setOpaque(this, before + 1);
        writerFence();
        LEFT.setOpaque(this, value);
        RIGHT.setOpaque(this, value);
        publish(before + 2);
    }

    /** Both numbers, left in the high half. */
    long read() {
        for (;;) {
            int before = begin();
            if ((before & 1) == 0) {
                int one = (int) LEFT.getOpaque(this);
                int two = (int) RIGHT.getOpaque(this);
                readerFence();
                if (isUnchanged(before)) {
                    return (long) one << 32 | two;
                }
            }
            Thread.onSpinWait();
        }
    }

    void writerFence() {
        VarHandle.releaseFence();
    }

    void publish(int next) {
        SEQUENCE.setRelease(this, next);
    }

    int begin() {
        return (int) SEQUENCE.getAcquire(this);
    }

    void readerFence() {
        VarHandle.acquireFence();
    }

    boolean isUnchanged(int before) {
        return (int) SEQUENCE.getOpaque(this) == before;
    }

    static final VarHandle SEQUENCE = SpinLock.handle(MethodHandles.lookup(), "sequence", int.class);
    static final VarHandle LEFT = SpinLock.handle(MethodHandles.lookup(), "left", int.class);
    static final VarHandle RIGHT = SpinLock.handle(MethodHandles.lookup(), "right", int.class);

    static final class NoWriterFence extends SeqLock {
        @Override
        void writerFence() {}
    }

    static final class OpaquePublish extends SeqLock {
        @Override
        void publish(int next) {
            SEQUENCE.setOpaque(this, next);
        }
    }

    static final class OpaqueBegin extends SeqLock {
        @Override
        int begin() {
            return (int) SEQUENCE.getOpaque(this);
        }
    }

    static final class NoReaderFence extends SeqLock {
        @Override
        void readerFence() {}
    }

    static final class NoCheck extends SeqLock {
        @Override
        boolean isUnchanged(int before) {
            return true;
        }
    }
}
