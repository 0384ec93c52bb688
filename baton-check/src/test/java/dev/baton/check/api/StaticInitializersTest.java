package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.check.program.UnmodelledException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * A static initializer that a thread runs counts as set-up. Where that would hide an outcome, because it reads what threads
 * write or writes what they access, the check is refused, under each model.
 */
@SuppressWarnings("ClassInitializationDeadlock") // it is what two of these tests are about
class StaticInitializersTest {
    private static void refused(ScenarioBody program, String... said) {
        PreparedCheck prepared = PreparedCheck.of("", program).prepare(new Checker());
        for (String model : FourModels.ALL) {
            assertThatThrownBy(() -> prepared.explore(new Checker().model(model))).as(model)
                    .isInstanceOf(UnmodelledException.class).message().contains("the static initializer of")
                    .contains("let the set-up use the class first").contains(said);
        }
    }

    // ---- static fields

    static class Written {
        static int count;
    }

    static class Writes {
        static {
            Written.count = 1;
        }

        static void touch() {}
    }

    @Test
    void writesWhatAThreadReads() {
        refused(scenario -> {
            int[] found = {0};
            scenario.thread(Writes::touch);
            scenario.thread(() -> found[0] = Written.count);
            scenario.outcome(() -> found[0]);
        }, "StaticInitializersTest$Writes writes", "count");
    }

    @Test
    void unlessTheSetUpHasUsedIt() {
        FourModels.outcomes(scenario -> {
            int[] found = {0};
            Writes.touch();
            scenario.thread(Writes::touch);
            scenario.thread(() -> found[0] = Written.count);
            scenario.outcome(() -> found[0]);
        }, "1");
    }

    static class Input {
        static int value;
    }

    static class Reads {
        static final int COPY = Input.value;

        static int copy() {
            return COPY;
        }
    }

    @Test
    void readsWhatAThreadWrites() {
        refused(scenario -> {
            int[] found = {0};
            scenario.thread(() -> Input.value = 5);
            scenario.thread(() -> found[0] = Reads.copy());
            scenario.outcome(() -> found[0]);
        }, "StaticInitializersTest$Reads reads", "value");
    }

    static class Setting {
        static int size = 3;
    }

    static class OfSize {
        static final int[] ALL = new int[Setting.size];

        static int size() {
            return ALL.length;
        }
    }

    @Test
    void mayReadWhatNobodyWrites() {
        FourModels.outcomes(scenario -> {
            int[] found = {0, 0};
            scenario.thread(() -> found[0] = OfSize.size());
            scenario.thread(() -> found[1] = Setting.size);
            scenario.outcome(() -> found[0] + " " + found[1]);
        }, "3 3");
    }

    static class Own {
        static int count;
        static final List<Integer> LIST = new ArrayList<>();
        static final int[] ARRAY = new int[2];

        static {
            count = 1;
            LIST.add(2);
            ARRAY[1] = 3;
            synchronized (LIST) {
                count++;
            }
        }
    }

    @Test
    void mayDoWhatItWantsToItsOwn() {
        FourModels.outcomes(scenario -> {
            int[] found = {0, 0};
            scenario.thread(() -> found[0] = Own.count);
            scenario.thread(() -> {
                synchronized (Own.LIST) {
                    found[1] = Own.LIST.get(0) + Own.ARRAY[1];
                }
            });
            scenario.outcome(() -> found[0] + " " + found[1]);
        }, "2 5");
    }

    // ---- objects of others

    static class Registry {
        static final ConcurrentHashMap<String, Integer> ALL = new ConcurrentHashMap<>();
        static final List<String> LIST = new ArrayList<>();
        static final AtomicInteger NEXT = new AtomicInteger();
        static final int[] SLOTS = new int[1];
        static volatile int last;
        static final VarHandle LAST;

        static {
            try {
                LAST = MethodHandles.lookup().findStaticVarHandle(Registry.class, "last", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    static class InMap {
        static {
            Registry.ALL.put("a", 1);
        }

        static void touch() {}
    }

    static class InList {
        static {
            Registry.LIST.add("a");
        }

        static void touch() {}
    }

    static class Numbered {
        static final int ID = Registry.NEXT.getAndIncrement();

        static int id() {
            return ID;
        }
    }

    static class InArray {
        static {
            Registry.SLOTS[0] = 1;
        }

        static void touch() {}
    }

    static class ByHandle {
        static {
            Registry.LAST.setRelease(1);
        }

        static void touch() {}
    }

    static class Locked {
        static final int[] CELL = new int[1];

        static {
            synchronized (Registry.SLOTS) {
                CELL[0] = 1;
            }
        }

        static void touch() {}
    }

    @Test
    void changesACollectionOfOthers() {
        refused(scenario -> {
            scenario.thread(InMap::touch);
            scenario.thread(() -> Registry.ALL.get("a"));
        }, "InMap writes");
        refused(scenario -> {
            scenario.thread(InList::touch);
            scenario.thread(() -> Registry.LIST.size());
        }, "InList writes");
    }

    @Test
    void takesANumberFromOthers() {
        refused(scenario -> {
            scenario.thread(Numbered::id);
            scenario.thread(() -> Registry.NEXT.getAndIncrement());
        }, "Numbered writes");
    }

    @Test
    void writesAnArrayOrAStaticFieldByAHandle() {
        refused(scenario -> {
            scenario.thread(InArray::touch);
            scenario.thread(() -> Registry.SLOTS[0] = 2);
        }, "InArray writes");
        refused(scenario -> {
            scenario.thread(ByHandle::touch);
            scenario.thread(() -> Registry.last = 2);
        }, "ByHandle writes");
    }

    @Test
    void entersAMonitorOfOthers() {
        refused(scenario -> {
            scenario.thread(Locked::touch);
            scenario.thread(() -> {
                synchronized (Registry.SLOTS) {
                    Registry.last = 1;
                }
            });
        }, "Locked writes");
    }

    /** The initializer comes late in the first execution, when others have written already. */
    @Test
    void evenIfItRunsAfterTheWrites() {
        refused(scenario -> {
            int[] found = {0};
            scenario.thread(() -> Late.gate = 1);
            scenario.thread(() -> found[0] = Late.gate == 1 ? LateReads.copy() : 0);
            scenario.outcome(() -> found[0]);
        }, "LateReads reads");
    }

    static class Late {
        static volatile int gate;
    }

    static class LateReads {
        static final int COPY = Late.gate;

        static int copy() {
            return COPY;
        }
    }

    // ---- initializers that need each other

    static class Left {
        static int value = Right.value + 1;

        static void touch() {}
    }

    static class Right {
        static int value = Left.value + 1;

        static void touch() {}
    }

    private static void mayDeadlock(ScenarioBody program, String... said) {
        PreparedCheck prepared = PreparedCheck.of("", program).prepare(new Checker());
        for (String model : FourModels.ALL) {
            assertThatThrownBy(() -> prepared.explore(new Checker().model(model))).as(model)
                    .isInstanceOf(UnmodelledException.class).message().contains("need each other").contains(said);
        }
    }

    @Test
    void twoThatNeedEachOther() {
        mayDeadlock(scenario -> {
            scenario.thread(Left::touch);
            scenario.thread(Right::touch);
        }, "Left", "Right");
    }

    static class Parent {
        static final Child CHILD = new Child();

        static Child child() {
            return CHILD;
        }
    }

    static class Child extends Parent {}

    @Test
    void superclassThatNeedsItsSubclass() {
        mayDeadlock(scenario -> {
            scenario.thread(() -> {
                Parent.child();
            });
            scenario.thread(() -> {
                new Child();
            });
        }, "Parent", "Child");
    }

    static class First {
        static final Object KEY = Middle.KEY;

        static void touch() {}
    }

    static class Middle {
        static final Object KEY = Last.key();
    }

    static class Last {
        static final Object OTHER = First.KEY;

        static Object key() {
            return "key";
        }
    }

    @Test
    void threeInACircleByFinalFieldsAndMethods() {
        mayDeadlock(scenario -> {
            scenario.thread(First::touch);
            scenario.thread(() -> {
                Last.key();
            });
        }, "First", "Last");
    }

    static class Near {
        static int value = Far.value + 1;

        static void touch() {}
    }

    static class Far {
        static int value = Near.value + 1;
    }

    @Test
    void circleThatOneThreadEntersIsNoDeadlock() {
        FourModels.verified(scenario -> {
            scenario.thread(Near::touch);
            scenario.thread(() -> Written.count++);
        });
    }

    @Test
    void circleThatTheSetUpHasUsedIsNoDeadlock() {
        FourModels.verified(scenario -> {
            Right.touch();
            scenario.thread(Left::touch);
            scenario.thread(Right::touch);
        });
    }
}
