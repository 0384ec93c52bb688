package dev.baton.check.zoo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import dev.baton.check.api.Scenario;
import dev.baton.check.explore.Verdict;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A sequence lock, a stack and a queue: verified as they are, found out when broken. */
class ContainersTest {
    private static <T> T make(Class<T> type) throws Exception {
        var constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    private static void seqlock(Scenario scenario, Class<? extends SeqLock> type, int readers) throws Exception {
        SeqLock lock = make(type);
        scenario.thread("writer", () -> lock.write(1));
        scenario.threads(readers, () -> {
            long both = lock.read();
            assert both >>> 32 == (int) both : "torn read: " + (both >>> 32) + " and " + (int) both;
        });
    }

    private static final class Results {
        int first;
        int second;
    }

    private static void stack(Scenario scenario, Class<? extends TreiberStack> type) throws Exception {
        TreiberStack stack = make(type);
        Results results = new Results();
        scenario.thread(() -> {
            stack.push(1);
            results.first = stack.pop();
        });
        scenario.thread(() -> {
            stack.push(2);
            results.second = stack.pop();
        });
        scenario.finallyAssert(() -> {
            assert results.first + results.second == 3 : "popped " + results.first + " and " + results.second;
            assert stack.pop() == 0 : "something is left";
        });
    }

    private static void queue(Scenario scenario, Class<? extends MichaelScottQueue> type) throws Exception {
        MichaelScottQueue queue = make(type);
        Results results = new Results();
        scenario.thread(() -> {
            queue.add(1);
            results.first = queue.poll();
        });
        scenario.thread(() -> {
            queue.add(2);
            results.second = queue.poll();
        });
        scenario.finallyAssert(() -> {
            assert results.first + results.second == 3 : "polled " + results.first + " and " + results.second;
            assert queue.poll() == 0 : "something is left";
        });
    }

    private static void verified(CheckResult result) {
        result.assertVerified();
    }

    @Test
    void seqlockIsVerified() {
        verified(new Checker().check(scenario -> seqlock(scenario, SeqLock.class, 1)));
        verified(new Checker().check(scenario -> seqlock(scenario, SeqLock.class, 2)));
    }

    @Test
    void treiberStackIsVerified() {
        verified(new Checker().check(scenario -> stack(scenario, TreiberStack.class)));
    }

    @Test
    void michaelScottQueueIsVerified() {
        verified(new Checker().check(scenario -> queue(scenario, MichaelScottQueue.class)));
    }

    @TestFactory
    Stream<DynamicTest> mutantsAreKilled() {
        return Stream.of(
                List.of(SeqLock.NoWriterFence.class, SeqLock.OpaquePublish.class, SeqLock.OpaqueBegin.class,
                        SeqLock.NoReaderFence.class, SeqLock.NoCheck.class).stream()
                        .map(type -> killed(type,
                                () -> new Checker().check(scenario -> seqlock(scenario, type, 1)))),
                List.of(TreiberStack.OpaqueTop.class, TreiberStack.AcquirePush.class, TreiberStack.BlindPop.class,
                        TreiberStack.BlindPush.class).stream()
                        .map(type -> killed(type, () -> new Checker().check(scenario -> stack(scenario, type)))),
                List.of(MichaelScottQueue.AcquireLink.class, MichaelScottQueue.BlindHead.class,
                        MichaelScottQueue.BlindLink.class).stream()
                        .map(type -> killed(type, () -> new Checker().check(scenario -> queue(scenario, type)))))
                .flatMap(each -> each);
    }

    private static DynamicTest killed(Class<?> type, java.util.function.Supplier<CheckResult> check) {
        return DynamicTest.dynamicTest(type.getSimpleName(), () -> {
            CheckResult result = check.get();
            assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.VIOLATED);
        });
    }
}
