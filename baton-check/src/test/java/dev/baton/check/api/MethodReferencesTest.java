package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.check.program.UnmodelledException;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A reference to a method of the JDK does what a call of it does: it is a step, it is harmless, or it is refused. */
class MethodReferencesTest {
    interface Starter {
        default Runnable starting(Thread thread) {
            return thread::start;
        }
    }

    static final class Shared {
        volatile int count;
    }

    @Test
    void threadsAreStartedByReference() {
        new Checker().check(scenario -> {
            AtomicInteger count = new AtomicInteger();
            scenario.thread(() -> {
                List<Thread> threads = List.of(new Thread(count::incrementAndGet), new Thread(count::incrementAndGet));
                threads.forEach(Thread::start);
                new Starter() {
                }.starting(new Thread(count::incrementAndGet)).run();
            });
            scenario.outcome(count::get);
        }).assertVerified();
    }

    @Test
    void waitsAndWakeUpsAreSteps() {
        Checker checker = new Checker().spuriousWakeups(false);
        CheckResult lost = checker.check(scenario -> scenario.thread(() -> {
            Runnable waiting = LockSupport::park;
            waiting.run();
        }));
        assertThat(lost.violations()).isNotEmpty();
        checker.check(scenario -> scenario.thread(() -> {
            Consumer<Thread> waking = LockSupport::unpark;
            waking.accept(Thread.currentThread());
            Runnable waiting = LockSupport::park;
            waiting.run();
        })).assertVerified();
    }

    @Test
    void monitorsAndTheClockAreSeen() {
        new Checker().check(scenario -> {
            Shared shared = new Shared();
            Runnable notifying = shared::notifyAll;
            LongSupplier clock = System::nanoTime;
            scenario.threads(2, () -> {
                synchronized (shared) {
                    notifying.run();
                    shared.count += clock.getAsLong() >= 0 ? 1 : 0;
                }
            });
            scenario.finallyAssert(() -> {
                assert shared.count == 2;
            });
        }).assertVerified();
    }

    @Test
    void constructorsAndPureMethodsWork() {
        new Checker().check(scenario -> {
            Shared shared = new Shared();
            Supplier<List<Integer>> empty = ArrayList::new;
            Function<Integer, List<Integer>> sized = ArrayList::new;
            Function<Object, String> text = Object::toString;
            scenario.threads(2, () -> {
                List<Integer> mine = empty.get();
                List.of(1, 2).forEach(mine::add);
                shared.count = mine.size() + sized.apply(3).size() + text.apply(1).length();
            });
            scenario.finallyAssert(() -> {
                assert shared.count == 3;
            });
        }).assertVerified();
    }

    @Test
    void whatIsOutOfSightIsRefusedByReferenceToo() {
        assertThatThrownBy(() -> new Checker().check(scenario -> {
            StringTokenizer tokens = new StringTokenizer("a b");
            scenario.threads(2, tokens::countTokens);
        })).isInstanceOf(UnmodelledException.class).hasMessageContaining("StringTokenizer.countTokens")
                .hasMessageContaining("MethodReferencesTest.java");
    }

    @Test
    void referenceThatIsNeverCalledIsNoReasonToRefuse() {
        new Checker().check(scenario -> {
            Shared shared = new Shared();
            Consumer<File> forbidden = File::delete;
            scenario.threads(2, () -> {
                if (shared.count++ > 1) {
                    forbidden.accept(new File("none"));
                }
            });
        }).assertVerified();
    }
}
