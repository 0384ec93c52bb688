package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.check.explore.Verdict;
import dev.baton.check.program.UnmodelledException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

/** Fields, methods and constructors by reflection and by method handles: the same steps as in the code itself. */
class ReflectionTest {
    static class Mail {
        int text;
        volatile int sent;
        int racy;
        long wide;

        Mail() {}

        Mail(int sent) {
            this.sent = sent;
        }

        int sent() {
            return sent;
        }
    }

    private static Field field(String name) {
        try {
            return Mail.class.getDeclaredField(name);
        } catch (NoSuchFieldException e) {
            throw new AssertionError(e);
        }
    }

    private static CheckResult passing(String flag) {
        return new Checker().check(scenario -> {
            Field text = field("text");
            Field sent = field(flag);
            Mail mail = new Mail();
            scenario.thread(() -> {
                try {
                    text.set(mail, 7);
                    sent.setInt(mail, 1);
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            });
            scenario.thread(() -> {
                try {
                    if (sent.getLong(mail) == 1 && (Integer) text.get(mail) != 7) {
                        throw new AssertionError("early");
                    }
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            });
        });
    }

    @Test
    void aFieldByReflectionHasTheModeOfTheField() {
        assertThat(passing("sent").assertVerified().executions()).isEqualTo(2);
        assertThat(passing("racy").verdict()).isEqualTo(Verdict.VIOLATED);
    }

    /** Made in the set-up, as most handles are. */
    static final class Handles {
        static final MethodHandle TEXT;
        static final MethodHandle SET_TEXT;
        static final MethodHandle SENT;
        static final MethodHandle SET_SENT;
        static final MethodHandle RACY;
        static final MethodHandle SET_RACY;
        static final MethodHandle START;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                TEXT = lookup.findGetter(Mail.class, "text", int.class);
                SET_TEXT = lookup.unreflectSetter(field("text"));
                SENT = lookup.findVirtual(Mail.class, "sent", MethodType.methodType(int.class));
                SET_SENT = lookup.findSetter(Mail.class, "sent", int.class);
                RACY = lookup.findGetter(Mail.class, "racy", int.class);
                SET_RACY = lookup.findSetter(Mail.class, "racy", int.class);
                START = lookup.findVirtual(Thread.class, "start", MethodType.methodType(void.class));
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static CheckResult passingByHandles(boolean racy) {
        return new Checker().check(scenario -> {
            Mail mail = new Mail();
            MethodHandle get = racy ? Handles.RACY : Handles.SENT;
            MethodHandle set = racy ? Handles.SET_RACY : Handles.SET_SENT;
            scenario.thread(() -> {
                try {
                    Handles.SET_TEXT.invokeExact(mail, 7);
                    set.invokeExact(mail, 1);
                } catch (Throwable e) {
                    throw new AssertionError(e);
                }
            });
            scenario.thread(() -> {
                int text = 7;
                try {
                    if ((int) get.invokeExact(mail) == 1) {
                        text = (int) Handles.TEXT.bindTo(mail).invoke();
                    }
                } catch (Throwable e) {
                    throw new AssertionError(e);
                }
                assert text == 7;
            });
        });
    }

    @Test
    void aHandleToAFieldDoesTheAccess() {
        assertThat(passingByHandles(false).assertVerified().executions()).isEqualTo(2);
        assertThat(passingByHandles(true).verdict()).isEqualTo(Verdict.VIOLATED);
    }

    @Test
    void aHandleToWhatACallIsReplacedForDoesTheReplacement() {
        CheckResult started = new Checker().check(scenario -> {
            int[] count = {0};
            scenario.thread(() -> {
                try {
                    Thread other = new Thread(() -> count[0]++);
                    Handles.START.invokeExact(other);
                    count[0]++;
                    other.join();
                } catch (Throwable e) {
                    throw new AssertionError(e);
                }
                assert count[0] == 2;
            });
        });
        assertThat(started.verdict()).isEqualTo(Verdict.VIOLATED);
    }

    @Test
    void aMethodThatACallIsReplacedForIsRefusedByReflection() {
        assertThatThrownBy(() -> new Checker().check(scenario -> scenario.thread(() -> {
            try {
                Thread.class.getMethod("start").invoke(new Thread(() -> {}));
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }))).isInstanceOf(UnmodelledException.class).hasMessageContaining("start");
    }

    @Test
    void methodsAndConstructorsByReflectionRunTheProgramsCode() {
        new Checker().check(scenario -> {
            Mail mail = new Mail();
            Box<Mail> box = new Box<>();
            scenario.thread(() -> mail.sent = 1);
            scenario.thread(() -> {
                try {
                    Method method = Mail.class.getDeclaredMethod("sent");
                    Constructor<Mail> constructor = Mail.class.getDeclaredConstructor(int.class);
                    int sent = (int) method.invoke(mail);
                    box.value = constructor.newInstance(5);
                    field("wide").setLong(box.value, sent);
                    assert sent == 0 || sent == 1;
                    assert field("sent").getInt(box.value) == 5;
                    assert field("wide").getFloat(box.value) == sent;
                } catch (ReflectiveOperationException e) {
                    throw new AssertionError(e);
                }
            });
        }).assertVerified();
    }

    @Test
    void whatTheJdkForbidsIsForbidden() {
        new Checker().check(scenario -> scenario.thread(() -> {
            Mail mail = new Mail();
            boolean refused = false;
            try {
                field("text").set(mail, "no number");
            } catch (IllegalArgumentException e) {
                refused = true;
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
            assert refused;
            try {
                Field hidden = Box.class.getDeclaredField("value");
                hidden.setInt(new Box<String>(), 1);
                throw new AssertionError("an int is no string");
            } catch (IllegalArgumentException e) {
                assert e.getMessage() != null;
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        })).assertVerified();
    }

    private static CheckResult caching(boolean locked) {
        return new Checker().check(scenario -> {
            Box<WeakReference<Object>> cache = new Box<>();
            int[] made = {0};
            Object lock = new Object();
            Runnable look = () -> {
                WeakReference<Object> kept = cache.value;
                if (kept == null || kept.get() == null) {
                    made[0]++;
                    cache.value = new WeakReference<>(new Object());
                }
            };
            scenario.threads(2, () -> {
                if (locked) {
                    synchronized (lock) {
                        look.run();
                    }
                } else {
                    look.run();
                }
            });
            scenario.finallyAssert(() -> {
                assert made[0] == 1 && cache.value.get() != null;
            });
        });
    }

    @Test
    void weakReferencesAreObjectsOfTheProgram() {
        caching(true).assertVerified();
        assertThat(caching(false).verdict()).isEqualTo(Verdict.VIOLATED);
    }
}
