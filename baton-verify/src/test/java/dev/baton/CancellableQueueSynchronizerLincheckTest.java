package dev.baton;

import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The framework in each mode with segments of one and of two cells. The SYNC modes are linearizable. The ASYNC modes
 * are not, by design: a release that left its value to an abort under way has returned before anybody can have the
 * permit. For them, and where requests outlive their operation, each run must show that no permit is lost or made.
 */
class CancellableQueueSynchronizerLincheckTest {
    public static class SyncSimple1 extends PaperSemaphoreLincheck {
        public SyncSimple1() {
            super(QueueMode.SYNC_SIMPLE, 1);
        }
    }

    public static class SyncSimple2 extends PaperSemaphoreLincheck {
        public SyncSimple2() {
            super(QueueMode.SYNC_SIMPLE, 2);
        }
    }

    public static class SyncSmart1 extends PaperSemaphoreLincheck {
        public SyncSmart1() {
            super(QueueMode.SYNC_SMART, 1);
        }
    }

    public static class SyncSmart2 extends PaperSemaphoreLincheck {
        public SyncSmart2() {
            super(QueueMode.SYNC_SMART, 2);
        }
    }

    public static class AsyncSimple1 extends PaperSemaphoreLincheck.WithStayingRequests {
        public AsyncSimple1() {
            super(QueueMode.ASYNC_SIMPLE, 1);
        }
    }

    public static class AsyncSimple2 extends PaperSemaphoreLincheck.WithStayingRequests {
        public AsyncSimple2() {
            super(QueueMode.ASYNC_SIMPLE, 2);
        }
    }

    public static class AsyncSmart1 extends PaperSemaphoreLincheck.WithStayingRequests {
        public AsyncSmart1() {
            super(QueueMode.ASYNC_SMART, 1);
        }
    }

    public static class AsyncSmart2 extends PaperSemaphoreLincheck.WithStayingRequests {
        public AsyncSmart2() {
            super(QueueMode.ASYNC_SMART, 2);
        }
    }

    public static class SyncSmartStaying extends PaperSemaphoreLincheck.WithStayingRequests {
        public SyncSmartStaying() {
            super(QueueMode.SYNC_SMART, 1);
        }
    }

    static Stream<Class<?>> syncModes() {
        return Stream.of(SyncSimple1.class, SyncSimple2.class, SyncSmart1.class, SyncSmart2.class);
    }

    static Stream<Class<?>> accounts() {
        return Stream.of(SyncSmartStaying.class, AsyncSimple1.class, AsyncSimple2.class, AsyncSmart1.class,
                AsyncSmart2.class);
    }

    @ParameterizedTest
    @MethodSource("syncModes")
    void syncModesAreLinearizableInAllSchedulesTried(Class<?> mode) {
        PaperSemaphoreLincheck.modelChecking(true).check(mode);
    }

    @Tag("deep")
    @ParameterizedTest
    @MethodSource("accounts")
    void nothingIsLostInAllSchedulesTried(Class<?> mode) {
        PaperSemaphoreLincheck.modelChecking(false).check(mode);
    }

    @ParameterizedTest
    @MethodSource("syncModes")
    void syncModesAreLinearizableUnderStress(Class<?> mode) {
        PaperSemaphoreLincheck.stress(true).check(mode);
    }

    @ParameterizedTest
    @MethodSource("accounts")
    void nothingIsLostUnderStress(Class<?> mode) {
        PaperSemaphoreLincheck.stress(false).check(mode);
    }
}
