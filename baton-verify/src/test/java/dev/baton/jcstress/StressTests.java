package dev.baton.jcstress;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.openjdk.jcstress.annotations.JCStressTest;

/** The list of the tests that both judges must run. */
final class StressTests {
    private static final List<Class<?>> FILES = List.of(SemaphoreStress.class, MutexStress.class,
            ReentrantLockStress.class, ReadWriteLockStress.class, CountDownLatchStress.class, BarrierStress.class,
            PoolStress.class, SynchronousQueueStress.class, ChannelStress.class, FrameworkStress.class);

    /** Tests that the checker cannot exhaust, and why; they are compared as far as it came. */
    static final Map<Class<?>, String> NOT_EXHAUSTED = Map.of(PoolStress.PutTry.class,
            "a take that overtakes the put makes both start over, without a bound on how often");

    private StressTests() {}

    static List<Class<?>> all() {
        return FILES.stream().flatMap(StressTests::in).toList();
    }

    /** The tests nested in a class. */
    static Stream<Class<?>> in(Class<?> file) {
        return Stream.<Class<?>>of(file.getDeclaredClasses())
                .filter(each -> each.isAnnotationPresent(JCStressTest.class));
    }
}
