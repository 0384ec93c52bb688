package dev.baton;

import java.util.concurrent.CompletableFuture;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Linearizability of the mutex's try and asynchronous forms, with segments of one cell and of two. */
public class MutexLincheckTest {
    /** The operations; an instance has its own mutex. */
    public abstract static class Subject {
        private final Mutex mutex;
        /** Who has the lock: an unlock by anybody else would be a mistake that the mutex cannot see. */
        private final boolean[] holds = new boolean[5];

        Subject(int segmentSize) {
            mutex = new Mutex(new Tuning(segmentSize, 1));
        }

        @Operation
        public boolean tryLock(@Param(gen = ThreadIdGen.class) int thread) {
            return holds[thread] |= mutex.tryLock();
        }

        /** Requests the lock and takes the request back unless it was served at once. */
        @Operation
        public boolean lockOrCancel(@Param(gen = ThreadIdGen.class) int thread) {
            CompletableFuture<LockToken> request = mutex.lockAsync();
            return holds[thread] |= !request.cancel(false);
        }

        @Operation
        public boolean unlock(@Param(gen = ThreadIdGen.class) int thread) {
            if (!holds[thread]) {
                return false;
            }
            holds[thread] = false;
            mutex.unlock();
            return true;
        }
    }

    public static class OneCell extends Subject {
        public OneCell() {
            super(1);
        }
    }

    public static class TwoCells extends Subject {
        public TwoCells() {
            super(2);
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {OneCell.class, TwoCells.class})
    void modelChecking(Class<?> subject) {
        Lincheck.modelChecking().iterations(10).invocationsPerIteration(300).threads(3).actorsPerThread(2)
                .actorsBefore(1).actorsAfter(1).check(subject);
    }
}
