package dev.baton.verify.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.api.Checker;
import dev.baton.check.api.Operation;
import dev.baton.check.api.Specification;
import dev.baton.check.api.SpecificationResult;
import dev.baton.check.api.Specifications;
import dev.baton.check.api.Values;
import dev.baton.check.explore.Verdict;
import dev.baton.testing.HangLimit;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Collections of the JDK meet sequential specifications, in all scenarios of the size that stands at each. */
@HangLimit(seconds = 600)
class JdkFromSpecificationTest {
    private static SpecificationResult check(Class<?> type) {
        return new Specifications(new Checker().timeLimit(Duration.ofMinutes(5))).check(type);
    }

    /** What both sizes of the map do. */
    abstract static class HashMap {
        private final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();

        @Operation
        @Nullable
        Integer put(int key, @Values("1") int value) {
            return map.put(key, value);
        }

        @Operation
        @Nullable
        Integer get(int key) {
            return map.get(key);
        }

        @Operation
        @Nullable
        Integer remove(int key) {
            return map.remove(key);
        }

        @Operation
        Integer computeIfAbsent(int key, @Values("2") int value) {
            return map.computeIfAbsent(key, _ -> value);
        }
    }

    @Specification(value = SpecifiedMaps.Sequential.class, calls = 1, last = 4)
    static class SmallMap extends HashMap {}

    @Specification(value = SpecifiedMaps.Sequential.class, initial = 0, last = 4)
    static class LargeMap extends HashMap {}

    @Test
    void hashMapIsAMap() {
        SpecificationResult result = check(SmallMap.class);
        assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.VERIFIED);
        assertThat(result.scenarios()).isEqualTo((8 + 8 * 9 / 2) * 9);
    }

    @Test
    @Tag("deep")
    void hashMapIsAMapWithTwoCallsOfAThread() {
        SpecificationResult result = check(LargeMap.class);
        assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.VERIFIED);
    }

    /** Both ends: two calls of a thread show what JDK-8256833 describes, so this is the size up to which it is one. */
    abstract static class Ends {
        private final ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();

        @Operation
        void addFirst(@Values(fresh = true) Integer element) {
            deque.addFirst(element);
        }

        @Operation
        void addLast(@Values(fresh = true) Integer element) {
            deque.addLast(element);
        }

        @Operation
        @Nullable
        Integer pollFirst() {
            return deque.pollFirst();
        }

        @Operation
        @Nullable
        Integer pollLast() {
            return deque.pollLast();
        }

        @Nullable
        Integer first() {
            return deque.peekFirst();
        }
    }

    @Specification(value = ArrayDeque.class, calls = 1)
    static class Deque extends Ends {}

    /** The same, with two calls a thread and a look at the first element. */
    @Specification(ArrayDeque.class)
    static class LookedAtDeque extends Ends {
        @Operation
        @Nullable
        Integer peekFirst() {
            return first();
        }
    }

    @Test
    void linkedDequeIsADequeForOneCallAThread() {
        SpecificationResult result = check(Deque.class);
        assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.VERIFIED);
    }

    @Test
    @Tag("deep")
    void knownMistakeOfTheLinkedDequeIsFound() {
        SpecificationResult result = check(LookedAtDeque.class);
        assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.VIOLATED);
    }
}
