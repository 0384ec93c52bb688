package dev.baton.check.replay;

import dev.baton.check.event.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** From which of a thread's reads its values, places and branches were computed, while the thread runs. */
final class Dependencies {
    /*
     * Overview. A set of reads is a number: 0 is the empty one, equal sets have the same number. Rewritten code keeps the number of
     * each local variable and of each slot of the operand stack beside it (DependencyRewriter) and tells the numbers here:
     *
     *   control    of all branches so far, and of the places of all accesses so far: every later write depends on it
     *   place, value, expected    of the access that comes next
     *   arguments  of the call that comes next, by position; the callee takes them
     *   objects    of what was put into fields and elements of objects that only this thread knows
     */
    private final List<BitSet> sets = new ArrayList<>();
    private final Map<BitSet, Integer> numbers = new HashMap<>();
    private final Map<Long, Integer> joins = new HashMap<>();
    private final IdentityHashMap<Object, Map<Object, Integer>> objects = new IdentityHashMap<>();
    private int control;
    private int place;
    private int value;
    private int expected;
    private boolean answers;
    private int read;
    private int called;
    private int[] arguments = new int[8];
    private int allArguments;
    private int returnedFrom;
    private int returned;

    void reset() {
        sets.clear();
        numbers.clear();
        joins.clear();
        objects.clear();
        number(new BitSet());
        control = 0;
        called = 0;
        allArguments = 0;
        returnedFrom = 0;
        accessed();
    }

    private int number(BitSet set) {
        Integer known = numbers.get(set);
        if (known == null) {
            known = sets.size();
            sets.add(set);
            numbers.put(set, known);
        }
        return known;
    }

    int join(int one, int other) {
        if (one == other || other == 0) {
            return one;
        }
        if (one == 0) {
            return other;
        }
        long key = (long) Math.min(one, other) << Integer.SIZE | Math.max(one, other);
        Integer known = joins.get(key);
        if (known == null) {
            BitSet both = (BitSet) sets.get(one).clone();
            both.or(sets.get(other));
            known = number(both);
            joins.put(key, known);
        }
        return known;
    }

    // ---- branches and accesses

    void branch(int on) {
        control = join(control, on);
    }

    /** The next access is to a place, with a value, that were computed so; what it reads, the code goes on with. */
    void accessing(int toPlace, int withValue, int whereExpected) {
        place = toPlace;
        value = withValue;
        expected = whereExpected;
        answers = true;
        read = 0;
    }

    /** The access is done. */
    int accessed() {
        int result = read;
        place = 0;
        value = 0;
        expected = 0;
        read = 0;
        answers = false;
        return result;
    }

    /** Tells what the step at hand, the thread's event of this number, depends on. */
    void tell(Step step, int event) {
        switch (step.kind) {
            case READ, RMW_READ -> {
                step.uses = events(place);
                BitSet single = new BitSet();
                single.set(event);
                if (answers) {
                    read = join(read, number(single));
                } else {
                    control = join(control, number(single));
                }
            }
            case WRITE, RMW_WRITE -> {
                step.uses = events(join(place, value));
                step.needs = events(join(join(control, expected), join(place, value)));
            }
            default -> {
            }
        }
        control = join(control, place);
    }

    private int[] events(int set) {
        return set == 0 ? Step.NOTHING : sets.get(set).stream().toArray();
    }

    // ---- calls

    void calling(int method) {
        called = method;
        allArguments = 0;
        returnedFrom = 0;
    }

    void argument(int position, int set) {
        if (position < arguments.length) {
            arguments[position] = set;
        }
        allArguments = join(allArguments, set);
    }

    int allArguments() {
        return allArguments;
    }

    /** What a parameter was computed from; of a method that code out of sight calls, all that this code was given. */
    int parameter(int method, int position) {
        return method == called && position < arguments.length ? arguments[position] : allArguments;
    }

    void entered() {
        called = 0;
        allArguments = 0;
    }

    void returning(int method, int set) {
        returnedFrom = method;
        returned = set;
    }

    /** What the result of a call was computed from: if code out of sight ran, from all that it was given. */
    int result(int method, int given) {
        int result = returnedFrom == method ? returned : returnedFrom == 0 ? given : join(given, returned);
        called = 0;
        allArguments = 0;
        returnedFrom = 0;
        return result;
    }

    // ---- objects that only this thread knows

    void stored(Object holder, Object where, int set) {
        if (set != 0 || objects.containsKey(holder)) {
            objects.computeIfAbsent(holder, each -> new HashMap<>()).put(where, set);
        }
    }

    int loaded(Object holder, Object where) {
        Map<Object, Integer> fields = objects.get(holder);
        return fields == null ? 0 : fields.getOrDefault(where, 0);
    }
}
