package dev.baton.check.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The search for a sequential order against one that tries all orders, and on waits by hand. */
class SequentialOrderTest {
    private static final CallKind OFFER = kind(0, "offer");
    private static final CallKind POLL = kind(1, "poll");
    private static final CallKind TAKE = new CallKind(2, "take", List.of(), "", false, true,
            Set.of("InterruptedException", "TimeoutException"), CallKind.UNBOUNDED);

    private final ResultTexts texts = new ResultTexts();

    private static CallKind kind(int number, String name) {
        return new CallKind(number, name, List.of(), "", false, false, Set.of(), CallKind.UNBOUNDED);
    }

    private static Call offer(int element) {
        return new Call(OFFER, List.of(element));
    }

    private static final Call POLLS = new Call(POLL, List.of());
    private static final Call TAKES = new Call(TAKE, List.of());

    /** A queue; a taker waits without a trace, or in line. */
    private static final class Queue implements SequentialObject {
        private final ArrayDeque<Object> elements = new ArrayDeque<>();
        private final ArrayDeque<CompletableFuture<Object>> takers = new ArrayDeque<>();
        private final boolean fair;
        private final boolean tells;

        Queue(boolean fair, boolean tells) {
            this.fair = fair;
            this.tells = tells;
        }

        @Override
        public @Nullable Object apply(Call call) {
            if (call.operation() == OFFER) {
                Object element = call.arguments().getFirst();
                CompletableFuture<Object> taker = takers.poll();
                while (taker != null && !taker.complete(element)) {
                    taker = takers.poll();
                }
                return taker != null || elements.offer(element);
            }
            if (call.operation() == TAKE && elements.isEmpty()) {
                if (!fair) {
                    throw new WouldBlock();
                }
                CompletableFuture<Object> taker = new CompletableFuture<>();
                takers.add(taker);
                return taker;
            }
            return elements.poll();
        }

        @Override
        public @Nullable Object state() {
            return tells ? new ArrayList<>(elements) : null;
        }
    }

    private boolean explains(boolean fair, History history) {
        SequentialStates states = new SequentialStates(() -> new Queue(fair, false), texts);
        SequentialStates merged = new SequentialStates(() -> new Queue(fair, true), texts);
        boolean found = SequentialOrder.explains(history, states, states.first(), texts);
        assertThat(SequentialOrder.explains(history, merged, merged.first(), texts)).isEqualTo(found);
        return found;
    }

    private History history(List<Call> calls, long[] ended, @Nullable Object... results) {
        int[] numbers = new int[results.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = "pending".equals(results[i])
                    ? History.PENDING
                    : texts.number(results[i] instanceof String name ? name : ResultTexts.render(results[i]));
        }
        return new History(calls, numbers, ended, new long[results.length]);
    }

    @Test
    void findsAnOrderExactlyIfThereIsOne() {
        Random random = new Random(7);
        int explained = 0;
        for (int run = 0; run < 3000; run++) {
            int size = 2 + random.nextInt(4);
            List<Call> calls = new ArrayList<>();
            Object[] results = new Object[size];
            long[] ended = new long[size];
            for (int i = 0; i < size; i++) {
                boolean isOffer = random.nextBoolean();
                calls.add(isOffer ? offer(i) : POLLS);
                int polled = random.nextInt(size + 1);
                results[i] = isOffer ? (Object) true : polled == size ? null : (Object) polled;
                for (int j = 0; j < i; j++) {
                    ended[i] |= random.nextInt(3) == 0 ? 1L << j | ended[j] : 0;
                }
            }
            History history = history(calls, ended, results);
            boolean expected = someOrder(history, new ArrayList<>());
            assertThat(explains(false, history)).as("run %s", run).isEqualTo(expected);
            explained += expected ? 1 : 0;
        }
        assertThat(explained).isBetween(200, 2800);
    }

    private boolean someOrder(History history, List<Integer> order) {
        if (order.size() == history.size()) {
            Queue queue = new Queue(false, false);
            return order.stream().allMatch(call -> texts
                    .number(ResultTexts.render(queue.apply(history.calls.get(call)))) == history.results[call]);
        }
        for (int call = 0; call < history.size(); call++) {
            int next = call;
            boolean mayCome = !order.contains(call) && IntStream.range(0, history.size())
                    .allMatch(other -> (history.ended[next] >>> other & 1) == 0 || order.contains(other));
            if (mayCome) {
                order.add(call);
                boolean found = someOrder(history, order);
                order.removeLast();
                if (found) {
                    return true;
                }
            }
        }
        return false;
    }

    @Test
    void callThatWaitsForEverMustHaveTo() {
        List<Call> calls = List.of(TAKES, offer(1));
        for (boolean fair : new boolean[]{false, true}) {
            assertThat(explains(fair, history(calls, new long[2], "pending", true))).isFalse();
            assertThat(explains(fair, history(List.of(TAKES, offer(1), TAKES), new long[3], "pending", true, 1)))
                    .isTrue();
            assertThat(explains(fair, history(List.of(TAKES, TAKES), new long[2], "pending", "pending"))).isTrue();
        }
    }

    @Test
    void requestsAreServedInTheirOrder() {
        List<Call> calls = List.of(TAKES, TAKES, offer(1), offer(2));
        long[] ended = {0, 0, 0, 0b100};
        int one = texts.number("1");
        int two = texts.number("2");
        int yes = texts.number("true");
        long[] requested = {0, 0b1, 0b11, 0b11};
        assertThat(explains(true, new History(calls, new int[]{one, two, yes, yes}, ended, requested))).isTrue();
        assertThat(explains(true, new History(calls, new int[]{two, one, yes, yes}, ended, requested))).isFalse();
        assertThat(explains(false, new History(calls, new int[]{two, one, yes, yes}, ended, new long[4]))).isTrue();
    }

    @Test
    void callGivesUpOnlyWhereItWaits() {
        for (boolean fair : new boolean[]{false, true}) {
            assertThat(explains(fair, history(List.of(TAKES), new long[1], "TimeoutException"))).isTrue();
            assertThat(explains(fair,
                    history(List.of(offer(1), TAKES), new long[]{0, 1}, true, "TimeoutException"))).isFalse();
            assertThat(explains(fair,
                    history(List.of(offer(1), TAKES), new long[]{0, 1}, true, "InterruptedException"))).isTrue();
            assertThat(explains(fair, history(List.of(TAKES, offer(1), POLLS), new long[]{0, 0, 0b10},
                    "TimeoutException", true, 1))).isTrue();
            assertThat(explains(fair, history(List.of(TAKES, offer(1), POLLS), new long[]{0, 0, 0b10},
                    "TimeoutException", true, null))).isFalse();
        }
    }

    @Test
    void tellsWhichResultsWouldDo() {
        History history = history(List.of(offer(1), offer(2), POLLS), new long[]{0, 0, 0b11}, true, true, null);
        SequentialStates states = new SequentialStates(() -> new Queue(false, true), texts);
        assertThat(SequentialOrder.allowed(2, history, states, states.first(), texts)).containsExactly("1", "2");
        assertThat(SequentialOrder.allowed(0, history, states, states.first(), texts)).isEmpty();
    }
}
