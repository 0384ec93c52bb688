package dev.baton.check.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.api.Checker;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What a trace calls things: no two by one name, and each by the name that the reader gave it. */
class TraceWordsTest {
    static final class Left {
        static final class Item {
            int value;
        }
    }

    static final class Right {
        static final class Item {
            int value;
        }
    }

    @Test
    void objectsOfTwoClassesHaveTwoNames() {
        String text = new Checker().check(scenario -> {
            Left.Item left = new Left.Item();
            Right.Item right = new Right.Item();
            scenario.thread(() -> {
                left.value = 1;
                right.value = 1;
            });
            scenario.thread(() -> {
                int second = right.value;
                int first = left.value;
                assert second == 0 || first == 1 : "out of order";
            });
        }).executionText();
        assertThat(text).contains(" Item#1.value = 1", " Right.Item#1.value = 1");
    }

    @Test
    void threadThatTheProgramStartsHasTheNameItWasGiven() {
        String text = new Checker().check(scenario -> {
            int[] count = {0};
            scenario.thread("parent", () -> {
                Thread child = new Thread(() -> count[0]++, "child");
                child.start();
                new Thread(() -> count[0]++).start();
                count[0]++;
                assert count[0] == 1 : "another was there";
            });
        }).executionText();
        assertThat(text).contains("starts child", "starts T3").containsPattern("\\d  (child|T3) ");
    }

    @Test
    void exceptionHasItsCause() {
        String text = new Checker().check(scenario -> {
            int[][] slot = {null};
            scenario.thread(() -> slot[0] = new int[]{1});
            scenario.thread(() -> {
                try {
                    slot[0][0]++;
                } catch (NullPointerException early) {
                    throw new IllegalStateException("not there yet", early);
                }
            });
        }).executionText();
        assertThat(text).contains("IllegalStateException: not there yet",
                "Caused by: java.lang.NullPointerException", "at dev.baton.check.explain.TraceWordsTest");
    }

    @Test
    void callByReferenceHasTheCallersLine() {
        String text = new Checker().spuriousWakeups(false).check(scenario -> {
            CountDownLatch latch = new CountDownLatch(2);
            scenario.thread("counter", latch::countDown);
            scenario.thread("waiter", () -> {
                try {
                    latch.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
        }).executionText();
        assertThat(text)
                .containsPattern("counter +TraceWordsTest.java:\\d+ ")
                .doesNotContain("AbstractQueuedSynchronizer.java");
    }
}
