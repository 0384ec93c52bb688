package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.explore.Verdict;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What may be built on a wake-up: that it comes, and nothing else. */
class WakeUpTest {
    private static final class Parcel {
        int content;
        boolean arrived;
        volatile boolean arrivedVolatile;
        volatile @Nullable Thread receiver;

        static final VarHandle ARRIVED;

        static {
            try {
                ARRIVED = MethodHandles.lookup().findVarHandle(Parcel.class, "arrived", boolean.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    @Test
    void dataThatOnlyTheWakeUpOrdersIsFoundMissing() {
        CheckResult result = new Checker().check(scenario -> {
            Parcel parcel = new Parcel();
            scenario.thread("receives", () -> {
                parcel.receiver = Thread.currentThread();
                while (!(boolean) Parcel.ARRIVED.getOpaque(parcel)) {
                    LockSupport.park();
                }
                assert parcel.content == 1 : "empty parcel";
            });
            scenario.thread("sends", () -> {
                while (parcel.receiver == null) {
                    Thread.onSpinWait();
                }
                parcel.content = 1;
                Parcel.ARRIVED.setOpaque(parcel, true);
                LockSupport.unpark(parcel.receiver);
            });
        });
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.counterexample()).contains("empty parcel");
    }

    @Test
    void parkWithoutALoopIsFound() {
        CheckResult result = new Checker().check(scenario -> {
            Parcel parcel = new Parcel();
            scenario.thread("receives", () -> {
                parcel.receiver = Thread.currentThread();
                if (!parcel.arrivedVolatile) {
                    LockSupport.park();
                }
                assert parcel.content == 1 : "empty parcel";
            });
            scenario.thread("sends", () -> {
                parcel.content = 1;
                parcel.arrivedVolatile = true;
                LockSupport.unpark(parcel.receiver);
            });
        });
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.counterexample()).contains("empty parcel");
    }

    @Test
    void loopAroundParkOnAVolatileFlagIsVerified() {
        new Checker().check(scenario -> {
            Parcel parcel = new Parcel();
            scenario.thread("receives", () -> {
                parcel.receiver = Thread.currentThread();
                while (!parcel.arrivedVolatile) {
                    LockSupport.park();
                }
                assert parcel.content == 1 : "empty parcel";
            });
            scenario.thread("sends", () -> {
                parcel.content = 1;
                parcel.arrivedVolatile = true;
                LockSupport.unpark(parcel.receiver);
            });
        }).assertVerified();
    }
}
