package dev.baton.check.spec;

import java.util.ArrayList;
import java.util.List;

/**
 * Calls to make: some before the threads begin, some in each thread, some after all of them.
 *
 * @param initial before the threads, one after the other
 * @param threads of each thread, one after the other
 * @param last    after the threads, one after the other
 * @param interrupted the number of a thread that another one interrupts at any time; -1 for none
 */
public record CallScenario(List<Call> initial, List<List<Call>> threads, List<Call> last, int interrupted) {
    /** Keeps copies. */
    public CallScenario {
        initial = List.copyOf(initial);
        threads = List.copyOf(threads);
        last = List.copyOf(last);
    }

    /** {@return the calls of the threads and those after them, in the order in which a history numbers them} */
    public List<Call> numbered() {
        List<Call> all = new ArrayList<>();
        threads.forEach(all::addAll);
        all.addAll(last);
        return all;
    }

    /** {@return how many calls the threads make} */
    public int concurrent() {
        return threads.stream().mapToInt(List::size).sum();
    }

    /** {@return the calls before the threads, made by one thread} */
    public CallScenario initialOnly() {
        return new CallScenario(List.of(), List.of(initial), List.of(), -1);
    }

    @Override
    public String toString() {
        return (initial.isEmpty() ? "" : initial + "; ") + threads + (last.isEmpty() ? "" : "; " + last)
                + (interrupted < 0 ? "" : "; T" + (interrupted + 1) + " is interrupted");
    }
}
