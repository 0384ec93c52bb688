package dev.baton.check.spec;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * All scenarios up to a size, the smallest first: by the number of calls, then by the number of those before the threads.
 * Of scenarios that differ only in the order of the threads there is one, unless a call is told the number of its thread.
 */
public final class ScenarioGenerator {
    private final List<Call> choices;
    private final ScenarioSize size;
    private final List<Call> observers;
    private final boolean interrupts;
    /** Whether the order of threads does not matter: no operation is told the number of its thread. */
    private final boolean symmetric;

    /**
     * @param kinds      the operations
     * @param size       how large scenarios get
     * @param observers  what is called after the threads; empty for operations that take no arguments, in turn
     * @param interrupts whether a thread with a blocking call is interrupted in one more scenario
     */
    public ScenarioGenerator(List<CallKind> kinds, ScenarioSize size, List<Call> observers, boolean interrupts) {
        this.choices = kinds.stream().flatMap(each -> calls(each).stream()).toList();
        this.size = size;
        this.observers = List.copyOf(observers);
        this.interrupts = interrupts;
        this.symmetric = choices.stream().noneMatch(each -> each.arguments().contains(CallKind.THREAD));
    }

    /** The operation with each combination of the values of its parameters. */
    private static List<Call> calls(CallKind kind) {
        List<List<@Nullable Object>> lists = List.of(List.of());
        for (List<@Nullable Object> values : kind.arguments()) {
            List<List<@Nullable Object>> longer = new ArrayList<>();
            for (List<@Nullable Object> list : lists) {
                for (Object value : values) {
                    List<@Nullable Object> more = new ArrayList<>(list);
                    more.add(value);
                    longer.add(more);
                }
            }
            lists = longer;
        }
        return lists.stream().map(list -> new Call(kind, list)).toList();
    }

    /**
     * Shows each scenario until the visitor has seen enough.
     *
     * @param visitor tells whether to go on
     * @return whether all were shown
     */
    public boolean each(Predicate<CallScenario> visitor) {
        int most = Math.min(size.threads() * size.calls(), size.all());
        for (int total = 1; total <= most + size.initial(); total++) {
            for (int before = 0; before <= Math.min(size.initial(), total - 1); before++) {
                int concurrent = total - before;
                if (concurrent > most) {
                    continue;
                }
                for (List<Call> initial : sequences(before)) {
                    if (initial.stream().noneMatch(each -> each.operation().blocking())
                            && !spread(concurrent, size.calls(), initial, new ArrayList<>(), visitor)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** Gives calls to one more thread, none longer than the one before. */
    private boolean spread(int left, int longest, List<Call> initial, List<List<Call>> threads,
            Predicate<CallScenario> visitor) {
        if (left == 0) {
            return show(initial, threads, visitor);
        }
        int room = size.threads() - threads.size();
        for (int length = Math.min(left, longest); length >= 1 && (long) length * room >= left; length--) {
            List<List<Call>> sequences = sequences(length);
            int from = !symmetric || threads.isEmpty() || threads.getLast().size() != length
                    ? 0
                    : sequences.indexOf(threads.getLast());
            for (List<Call> sequence : sequences.subList(from, sequences.size())) {
                threads.add(sequence);
                boolean goOn = !isPossible(initial, threads)
                        || spread(left - length, symmetric ? length : size.calls(), initial, threads, visitor);
                threads.removeLast();
                if (!goOn) {
                    return false;
                }
            }
        }
        return true;
    }

    private List<List<Call>> sequences(int length) {
        List<List<Call>> all = List.of(List.of());
        for (int i = 0; i < length; i++) {
            List<List<Call>> longer = new ArrayList<>();
            for (List<Call> sequence : all) {
                for (Call call : choices) {
                    List<Call> more = new ArrayList<>(sequence);
                    more.add(call);
                    longer.add(more);
                }
            }
            all = longer;
        }
        return all;
    }

    private static boolean isPossible(List<Call> initial, List<List<Call>> threads) {
        Set<CallKind> once = new HashSet<>();
        Set<String> taken = new HashSet<>();
        for (Call call : initial) {
            if (call.operation().once() && !once.add(call.operation())) {
                return false;
            }
        }
        for (List<Call> thread : threads) {
            Set<String> own = new HashSet<>();
            for (Call call : thread) {
                if (call.operation().once() && !once.add(call.operation())) {
                    return false;
                }
                if (!call.operation().group().isEmpty()) {
                    own.add(call.operation().group());
                }
            }
            for (String group : own) {
                if (!taken.add(group)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean show(List<Call> initial, List<List<Call>> threads, Predicate<CallScenario> visitor) {
        int calls = initial.size() + threads.stream().mapToInt(List::size).sum();
        List<Call> last = last(calls);
        if (!visitor.test(numbered(initial, threads, last, -1))) {
            return false;
        }
        for (int t = 0; interrupts && threads.size() > 1 && t < threads.size(); t++) {
            if (threads.get(t).stream().anyMatch(each -> each.operation().blocking())
                    && !visitor.test(numbered(initial, threads, last, t))) {
                return false;
            }
        }
        return true;
    }

    /** What looks at the state in the end: a call adds no execution, as nothing runs beside it. */
    private List<Call> last(int calls) {
        List<Call> last = new ArrayList<>();
        if (!observers.isEmpty()) {
            last.addAll(observers);
        } else {
            List<Call> plain = choices.stream().filter(ScenarioGenerator::isObserver)
                    .filter(each -> each.arguments().isEmpty()).toList();
            for (int round = 0; round < calls; round++) {
                last.addAll(plain);
            }
            choices.stream().filter(ScenarioGenerator::isObserver).filter(each -> !each.arguments().isEmpty())
                    .forEach(last::add);
        }
        return last.subList(0, Math.min(last.size(), size.last()));
    }

    private static boolean isObserver(Call call) {
        return !call.operation().blocking() && !call.operation().once();
    }

    private static CallScenario numbered(List<Call> initial, List<List<Call>> threads, List<Call> last,
            int interrupted) {
        int[] next = {1};
        List<Call> before = fresh(initial, next, 0);
        List<List<Call>> during = new ArrayList<>();
        for (List<Call> each : threads) {
            during.add(fresh(each, next, during.size() + 1));
        }
        return new CallScenario(before, during, fresh(last, next, threads.size() + 1), interrupted);
    }

    private static List<Call> fresh(List<Call> calls, int[] next, int thread) {
        return calls.stream().map(call -> {
            if (!call.arguments().contains(CallKind.FRESH) && !call.arguments().contains(CallKind.THREAD)) {
                return call;
            }
            List<@Nullable Object> arguments = new ArrayList<>(call.arguments());
            arguments.replaceAll(each -> each == CallKind.FRESH
                    ? (Object) next[0]++
                    : each == CallKind.THREAD ? (Object) thread : each);
            return new Call(call.operation(), arguments);
        }).toList();
    }
}
