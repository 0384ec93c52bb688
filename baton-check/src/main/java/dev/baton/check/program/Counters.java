package dev.baton.check.program;

import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The counters of one loop: local variables that only count its turns. A counter is changed by fixed amounts, is read to
 * be changed or to be compared, and nothing reads it once the loop is left. So two turns that compare alike and find
 * the same differ in nothing else, whatever the counters are. Decision 143.
 */
final class Counters {
    /** More comparisons than this have no room in the word of their outcomes. */
    static final int MOST_COMPARISONS = 15;

    private final List<CodeElement> elements;
    private final List<int[]> successors;
    private final List<int[]> handlers;
    private final BitSet idle;
    private final List<BitSet> live;
    private final int header;
    /** Every element from which the loop may go round again, the header included. */
    private final BitSet body;
    private final BitSet slots = new BitSet();
    /** The number of a comparison among those of its loop, by the place of the branch. */
    private final Map<Integer, Integer> comparisons = new TreeMap<>();

    /**
     * Finds the counters of a loop.
     *
     * @param candidates the variables that the loop changes and that live at its header
     */
    Counters(Loops.Flow flow, int header, BitSet backEdges, Map<Integer, TypeKind> candidates) {
        this.elements = flow.elements();
        this.successors = flow.successors();
        this.handlers = flow.handlers();
        this.idle = flow.idle();
        this.live = flow.live();
        this.header = header;
        this.body = naturalLoop(backEdges);
        candidates.forEach((slot, kind) -> {
            if ((kind == TypeKind.INT || kind == TypeKind.LONG) && !livesAfter(slot)) {
                slots.set(slot);
            }
        });
        boolean changed = true;
        while (changed) { // a counter may be compared with another one
            changed = false;
            for (int slot = slots.nextSetBit(0); slot >= 0; slot = slots.nextSetBit(slot + 1)) {
                if (!onlyCounts(slot)) {
                    slots.clear(slot);
                    changed = true;
                }
            }
        }
        numberComparisons();
    }

    boolean isCounter(int slot) {
        return slots.get(slot);
    }

    boolean isEmpty() {
        return slots.isEmpty();
    }

    /** The number of the comparison of a counter that this element branches on, or -1. */
    int comparison(int at) {
        return comparisons.getOrDefault(at, -1);
    }

    int comparisonCount() {
        return comparisons.size();
    }

    // ---- the loop

    private BitSet naturalLoop(BitSet backEdges) {
        BitSet found = new BitSet();
        found.set(header);
        boolean changed = true;
        found.or(backEdges);
        while (changed) {
            changed = false;
            for (int i = elements.size() - 1; i >= 0; i--) {
                if (!found.get(i) && leadsInto(i, found)) {
                    found.set(i);
                    changed = true;
                }
            }
        }
        return reachableWithin(found);
    }

    /** The next step of this element is one of these, without going through the header from outside of the loop. */
    private boolean leadsInto(int at, BitSet found) {
        for (int next : successors.get(at)) {
            if (next != header && found.get(next)) {
                return true;
            }
        }
        if (elements.get(at) instanceof Instruction) {
            for (int[] area : handlers) {
                if (area[0] <= at && at < area[1] && area[2] != header && found.get(area[2])) {
                    return true;
                }
            }
        }
        return false;
    }

    private BitSet reachableWithin(BitSet region) {
        BitSet seen = new BitSet();
        Deque<Integer> work = new ArrayDeque<>();
        work.add(header);
        while (!work.isEmpty()) {
            int at = work.poll();
            if (!region.get(at) || seen.get(at)) {
                continue;
            }
            seen.set(at);
            for (int next : successors.get(at)) {
                work.add(next);
            }
            for (int[] area : handlers) {
                if (area[0] <= at && at < area[1]) {
                    work.add(area[2]);
                }
            }
        }
        return seen;
    }

    /** Somebody may read the variable once the loop is left. */
    private boolean livesAfter(int slot) {
        for (int at = body.nextSetBit(0); at >= 0; at = body.nextSetBit(at + 1)) {
            for (int next : successors.get(at)) {
                if (!body.get(next) && live.get(next).get(slot)) {
                    return true;
                }
            }
            for (int[] area : handlers) {
                if (area[0] <= at && at < area[1] && !body.get(area[2]) && live.get(area[2]).get(slot)) {
                    return true;
                }
            }
        }
        return false;
    }

    // ---- what is done with a variable

    private boolean onlyCounts(int slot) {
        for (int at = body.nextSetBit(0); at >= 0; at = body.nextSetBit(at + 1)) {
            CodeElement element = elements.get(at);
            boolean misread = element instanceof LoadInstruction load && load.slot() == slot && !idle.get(at)
                    && !isUpdated(at, slot) && comparedAt(at) < 0;
            boolean misset = element instanceof StoreInstruction store && store.slot() == slot && !isFixed(at, slot);
            if (misread || misset) {
                return false;
            }
        }
        return comparesAlike(slot);
    }

    /** The variable is loaded here to have a fixed amount added. */
    private boolean isUpdated(int load, int slot) {
        int amount = next(load);
        int operation = isFixedOperand(amount) ? next(amount) : -1;
        int store = isSum(operation) ? next(operation) : -1;
        if (store >= 0 && elements.get(store) instanceof ConvertInstruction) {
            store = next(store);
        }
        return store >= 0 && elements.get(store) instanceof StoreInstruction end && end.slot() == slot;
    }

    /** The value stored here is a constant, or the variable with a fixed amount added. */
    private boolean isFixed(int store, int slot) {
        int value = previous(store);
        if (value >= 0 && elements.get(value) instanceof ConvertInstruction) {
            value = previous(value);
        }
        if (value >= 0 && elements.get(value) instanceof ConstantInstruction) {
            return true;
        }
        int amount = isSum(value) ? previous(value) : -1;
        int load = isFixedOperand(amount) ? previous(amount) : -1;
        return load >= 0 && elements.get(load) instanceof LoadInstruction begin && begin.slot() == slot;
    }

    private boolean isSum(int at) {
        return at >= 0 && elements.get(at) instanceof OperatorInstruction operator
                && switch (operator.opcode()) {
                    case IADD, ISUB, LADD, LSUB -> true;
                    default -> false;
                };
    }

    /** An operand that is the same in each turn, or a counter. */
    private boolean isFixedOperand(int at) {
        return at >= 0 && switch (elements.get(at)) {
            case ConstantInstruction constant -> true;
            case LoadInstruction load -> slots.get(load.slot()) || !isDefined(load.slot());
            case FieldInstruction field -> field.opcode() == Opcode.GETSTATIC;
            default -> false;
        };
    }

    private boolean isDefined(int slot) {
        for (int at = body.nextSetBit(0); at >= 0; at = body.nextSetBit(at + 1)) {
            if (elements.get(at) instanceof StoreInstruction store && store.slot() == slot
                    || elements.get(at) instanceof IncrementInstruction increment && increment.slot() == slot) {
                return true;
            }
        }
        return false;
    }

    /** The branch that decides by the variable loaded here and by nothing that the loop computes; or -1. */
    private int comparedAt(int load) {
        int depth = 1;
        for (int at = next(load); at >= 0; at = next(at)) {
            CodeElement element = elements.get(at);
            if (element instanceof BranchInstruction branch && Loops.fallsThrough(branch)) {
                return depth == operands(branch) || depth == 1 && isFixedOperandBefore(load) ? at : -1;
            }
            if (element instanceof OperatorInstruction operator && isHarmless(operator.opcode())
                    && (depth > 1 || isFixedOperandBefore(load))) {
                depth = 1;
            } else if (isFixedOperand(at)) {
                depth++;
            } else if (!(element instanceof IncrementInstruction) && !(element instanceof ConvertInstruction)
                    && !(element instanceof FieldInstruction field && field.opcode() == Opcode.GETFIELD && depth > 1)) {
                return -1;
            }
        }
        return -1;
    }

    private static int operands(BranchInstruction branch) {
        return Loops.isBinary(branch.opcode()) ? 2 : 1;
    }

    private boolean isFixedOperandBefore(int load) {
        int before = previous(load);
        return isFixedOperand(before) || before >= 0 && elements.get(before) instanceof FieldInstruction field
                && field.opcode() == Opcode.GETFIELD && isFixedOperand(previous(before));
    }

    private static boolean isHarmless(Opcode opcode) {
        return opcode == Opcode.LCMP || opcode == Opcode.IAND || opcode == Opcode.LAND;
    }

    /** Each comparison comes either always after the change of its turn, or always before it. */
    private boolean comparesAlike(int slot) {
        BitSet unchanged = flood(header, slot);
        BitSet changed = new BitSet();
        for (int at = body.nextSetBit(0); at >= 0; at = body.nextSetBit(at + 1)) {
            if (changesByConstant(at, slot)) {
                for (int next : successors.get(at)) {
                    changed.or(next == header || !body.get(next) ? new BitSet() : flood(next, -1));
                }
            }
        }
        for (int at = body.nextSetBit(0); at >= 0; at = body.nextSetBit(at + 1)) {
            if (elements.get(at) instanceof LoadInstruction load && load.slot() == slot && !idle.get(at)
                    && comparedAt(at) >= 0 && unchanged.get(at) && changed.get(at)) {
                return false;
            }
        }
        return true;
    }

    private boolean changesByConstant(int at, int slot) {
        return elements.get(at) instanceof IncrementInstruction increment && increment.slot() == slot
                || elements.get(at) instanceof StoreInstruction store && store.slot() == slot
                        && !isTopUp(at);
    }

    /** Adds a static field's value: it gives more turns, after something new was seen. */
    private boolean isTopUp(int store) {
        int sum = previous(store);
        int amount = isSum(sum) ? previous(sum) : -1;
        return amount >= 0 && elements.get(amount) instanceof FieldInstruction;
    }

    /** What a turn may reach from here before it goes round; not past a change of this variable. */
    private BitSet flood(int from, int slot) {
        BitSet seen = new BitSet();
        Deque<Integer> work = new ArrayDeque<>();
        work.add(from);
        while (!work.isEmpty()) {
            int at = work.poll();
            if (!body.get(at) || seen.get(at)) {
                continue;
            }
            seen.set(at);
            if (slot >= 0 && changesByConstant(at, slot)) {
                continue;
            }
            for (int next : successors.get(at)) {
                if (next != header) {
                    work.add(next);
                }
            }
        }
        return seen;
    }

    private void numberComparisons() {
        for (int at = body.nextSetBit(0); at >= 0; at = body.nextSetBit(at + 1)) {
            if (elements.get(at) instanceof LoadInstruction load && slots.get(load.slot()) && !idle.get(at)) {
                int branch = comparedAt(at);
                if (branch >= 0) {
                    comparisons.putIfAbsent(branch, comparisons.size());
                }
            }
        }
        if (comparisons.isEmpty() || comparisons.size() > MOST_COMPARISONS) {
            slots.clear();
            comparisons.clear();
        }
    }

    private int next(int at) {
        int next = at + 1;
        while (next < elements.size() && !(elements.get(next) instanceof Instruction)) {
            next++;
        }
        return next < elements.size() ? next : -1;
    }

    private int previous(int at) {
        int previous = at - 1;
        while (previous >= 0 && !(elements.get(previous) instanceof Instruction)) {
            previous--;
        }
        return previous;
    }
}
