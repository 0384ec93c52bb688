package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link VarHandle#toMethodHandle} gives an access of that mode, whichever it is and wherever the handle was made. */
class HandleAsMethodTest {
    static final class Pair {
        int data;
        int flag;
        static int counter;

        static final VarHandle DATA;
        static final VarHandle FLAG;
        static final VarHandle COUNTER;
        static final MethodHandle SET_FLAG;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                DATA = lookup.findVarHandle(Pair.class, "data", int.class);
                FLAG = lookup.findVarHandle(Pair.class, "flag", int.class);
                COUNTER = lookup.findStaticVarHandle(Pair.class, "counter", int.class);
                SET_FLAG = FLAG.toMethodHandle(AccessMode.SET_RELEASE);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    private interface Body {
        void run() throws Throwable;
    }

    private static Runnable doing(Body body) {
        return () -> {
            try {
                body.run();
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        };
    }

    private static void messagePassing(Scenario scenario, AccessMode write, AccessMode read) {
        Pair pair = new Pair();
        int[] seen = {0, 0};
        scenario.thread(doing(() -> {
            pair.data = 1;
            MethodHandle set = write == AccessMode.SET_RELEASE ? Pair.SET_FLAG : Pair.FLAG.toMethodHandle(write);
            set.invokeExact(pair, 1);
        }));
        scenario.thread(doing(() -> {
            seen[0] = (int) Pair.FLAG.toMethodHandle(read).invokeExact(pair);
            seen[1] = pair.data;
        }));
        scenario.outcome(() -> seen[0] + "" + seen[1]);
    }

    @Test
    void theModeCounts() {
        FourModels.outcomes(scenario -> messagePassing(scenario, AccessMode.SET_RELEASE, AccessMode.GET_ACQUIRE),
                "00", "01", "11");
        FourModels.outcomes(scenario -> messagePassing(scenario, AccessMode.SET_VOLATILE, AccessMode.GET_VOLATILE),
                "00", "01", "11");
        for (String model : List.of("rc11", "jam")) {
            CheckResult weak = new Checker().model(model)
                    .check(scenario -> messagePassing(scenario, AccessMode.SET_OPAQUE, AccessMode.GET_ACQUIRE));
            assertThat(weak.outcomes().keySet()).as(model).containsExactlyInAnyOrder("00", "01", "10", "11");
        }
    }

    @Test
    void updatesAreOneStep() {
        FourModels.outcomes(scenario -> {
            Pair pair = new Pair();
            MethodHandle add = Pair.DATA.toMethodHandle(AccessMode.GET_AND_ADD);
            scenario.threads(2, doing(() -> {
                int before = (int) add.invokeExact(pair, 1);
                int counted = (int) Pair.COUNTER.toMethodHandle(AccessMode.GET_AND_BITWISE_OR).invoke(1 << before);
            }));
            scenario.outcome(() -> pair.data + " " + Pair.counter);
        }, "2 3");
    }

    @Test
    void aLocalObjectTooAndTheSetUp() {
        FourModels.outcomes(scenario -> {
            Pair ready = new Pair();
            doing(() -> {
                Pair.SET_FLAG.invokeExact(ready, 7);
            }).run();
            int[] seen = {0, 0};
            scenario.thread(doing(() -> {
                Pair own = new Pair();
                Pair.SET_FLAG.invokeExact(own, 3);
                seen[0] = own.flag;
            }));
            scenario.thread(() -> seen[1] = ready.flag);
            scenario.outcome(() -> seen[0] + " " + seen[1]);
        }, "3 7");
    }

    /** A handle could do anything with an array, so none is given to one. */
    @Test
    void anArrayThatIsSharedIsRefused() {
        FourModels.refused(scenario -> {
            int[] array = {0};
            scenario.thread(doing(() -> {
                int before = (int) ELEMENT.toMethodHandle(AccessMode.GET_AND_ADD).invokeExact(array, 0, 1);
            }));
        }, "HandleAsMethodTest.java", "hands an array that other threads can reach");
    }

    @Test
    void aNullObjectIsTheProgramsMistake() {
        FourModels.outcomes(scenario -> {
            boolean[] thrown = {false};
            scenario.thread(doing(() -> {
                try {
                    Pair.SET_FLAG.invokeExact((Pair) null, 3);
                } catch (NullPointerException e) {
                    thrown[0] = true;
                }
            }));
            scenario.outcome(() -> thrown[0]);
        }, "true");
    }
}
