package dev.baton.check.program;

import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The loops of a method, and for each the local variables that its body changes and whose value at the header
 * matters: an iteration that leaves them as they were and writes nothing is a failed await.
 */
final class Loops {
    /** A loop: the local variables to compare, by slot. */
    static final class Loop {
        final Label header;
        private int last;
        private final BitSet backEdges = new BitSet();
        final Map<Integer, TypeKind> compared = new TreeMap<>();
        /** Those of the compared variables that only count the turns. */
        @Nullable
        Counters counters;

        Loop(Label header) {
            this.header = header;
        }
    }

    /** How control flows through a method, and which variables live where. */
    record Flow(List<CodeElement> elements, List<int[]> successors, List<int[]> handlers, BitSet idle,
            List<BitSet> live) {}

    private final List<CodeElement> elements;
    private final Pauses pauses;
    private final Map<Label, Integer> positions = new HashMap<>();
    private final Map<Label, Loop> loops = new HashMap<>();
    private int[][] successors = new int[0][];
    private final List<int[]> handlers = new ArrayList<>();
    /** Loads for comparisons that decide nothing. */
    private final BitSet idle = new BitSet();

    Loops(List<CodeElement> elements, Pauses pauses) {
        this.elements = elements;
        this.pauses = pauses;
        for (int i = 0; i < elements.size(); i++) {
            if (elements.get(i) instanceof LabelTarget target) {
                positions.put(target.label(), i);
            }
        }
        for (int i = 0; i < elements.size(); i++) {
            for (Label target : targets(elements.get(i))) {
                if (position(target) <= i) {
                    Loop loop = loops.computeIfAbsent(target, Loop::new);
                    loop.last = i;
                    loop.backEdges.set(i);
                }
            }
        }
        if (!loops.isEmpty()) {
            analyse();
        }
    }

    @Nullable
    Loop at(Label label) {
        return loops.get(label);
    }

    private int position(Label label) {
        return Objects.requireNonNull(positions.get(label));
    }

    /** A jump from element number {@code from} to this label closes a loop. */
    boolean isBackEdge(int from, Label target) {
        return position(target) <= from;
    }

    /** The loops whose turns this branch decides by a counter. */
    List<Loop> comparingAt(int branch) {
        return loops.values().stream().filter(each -> each.counters != null && each.counters.comparison(branch) >= 0)
                .toList();
    }

    boolean isEmpty() {
        return loops.isEmpty();
    }

    Iterable<Loop> all() {
        return loops.values();
    }

    static List<Label> targets(CodeElement element) {
        return switch (element) {
            case BranchInstruction branch -> List.of(branch.target());
            case TableSwitchInstruction table -> targets(table.defaultTarget(), table.cases());
            case LookupSwitchInstruction table -> targets(table.defaultTarget(), table.cases());
            default -> List.of();
        };
    }

    private static List<Label> targets(Label otherwise, List<SwitchCase> cases) {
        List<Label> all = new ArrayList<>();
        all.add(otherwise);
        cases.forEach(each -> all.add(each.target()));
        return all;
    }

    private void analyse() {
        successors = new int[elements.size()][];
        for (int i = 0; i < elements.size(); i++) {
            CodeElement element = elements.get(i);
            List<Label> targets = targets(element);
            boolean falls = fallsThrough(element) && i + 1 < elements.size();
            int[] next = new int[targets.size() + (falls ? 1 : 0)];
            for (int j = 0; j < targets.size(); j++) {
                next[j] = position(targets.get(j));
            }
            if (falls) {
                next[targets.size()] = i + 1;
            }
            successors[i] = next;
            if (element instanceof ExceptionCatch area) {
                handlers.add(new int[]{position(area.tryStart()), position(area.tryEnd()),
                        position(area.handler())});
            }
        }
        findIdleBranches();
        BitSet[] live = liveness();
        for (Loop loop : loops.values()) {
            int header = position(loop.header);
            for (int i = header; i <= loop.last; i++) {
                int slot = defined(elements.get(i));
                if (slot >= 0 && live[header].get(slot)) {
                    TypeKind kind = kindAt(header, slot);
                    if (kind != null) {
                        loop.compared.put(slot, kind);
                    }
                }
            }
            Counters counters = new Counters(
                    new Flow(elements, List.of(successors), handlers, idle, List.of(live)), header,
                    loop.backEdges, loop.compared);
            loop.counters = counters.isEmpty() ? null : counters;
        }
    }

    /** Control may go on with the next element. */
    static boolean fallsThrough(CodeElement element) {
        if (element instanceof BranchInstruction branch) {
            return branch.opcode() != Opcode.GOTO && branch.opcode() != Opcode.GOTO_W;
        }
        return !(element instanceof ReturnInstruction || element instanceof ThrowInstruction
                || element instanceof TableSwitchInstruction || element instanceof LookupSwitchInstruction);
    }

    private BitSet[] liveness() {
        BitSet[] live = new BitSet[elements.size()];
        for (int i = 0; i < live.length; i++) {
            live[i] = new BitSet();
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = live.length - 1; i >= 0; i--) {
                BitSet now = new BitSet();
                for (int next : successors[i]) {
                    now.or(live[next]);
                }
                if (elements.get(i) instanceof StoreInstruction store) {
                    now.clear(store.slot());
                }
                if (elements.get(i) instanceof LoadInstruction load && !idle.get(i)) {
                    now.set(load.slot());
                }
                if (elements.get(i) instanceof Instruction) {
                    for (int[] area : handlers) {
                        if (area[0] <= i && i < area[1]) {
                            now.or(live[area[2]]);
                        }
                    }
                }
                if (!now.equals(live[i])) {
                    live[i] = now;
                    changed = true;
                }
            }
        }
        return live;
    }

    private static int defined(CodeElement element) {
        return switch (element) {
            case StoreInstruction store -> store.slot();
            case IncrementInstruction increment -> increment.slot();
            default -> -1;
        };
    }

    // ---- branches that decide nothing

    /**
     * Finds comparisons that only choose between ways of doing nothing, as in "spin so often, then yield". What they
     * compare does not matter, and a variable that only counts up for them is as good as dead.
     */
    private void findIdleBranches() {
        for (int i = 0; i < elements.size(); i++) {
            if (elements.get(i) instanceof BranchInstruction branch && fallsThrough(branch)
                    && position(branch.target()) > i && i + 1 < elements.size()) {
                BitSet operands = operandLoads(i, isBinary(branch.opcode()) ? 2 : 1);
                BitSet counters = slotsReadOnlyAt(operands);
                int taken = firstDeed(position(branch.target()), counters);
                if (taken >= 0 && taken == firstDeed(i + 1, counters)) {
                    idle.or(operands);
                }
            } else if (elements.get(i) instanceof InvokeInstruction invoke
                    && (pauses.isPause(invoke) || pauses.isPauseOfAnObject(invoke))) {
                idle.or(operandLoads(i, Pauses.arguments(invoke)));
            }
        }
    }

    /** Variables that are read by these loads and by nothing else: setting them is no deed. */
    private BitSet slotsReadOnlyAt(BitSet loads) {
        BitSet slots = new BitSet();
        loads.stream().forEach(at -> slots.set(((LoadInstruction) elements.get(at)).slot()));
        for (int i = 0; i < elements.size() && !slots.isEmpty(); i++) {
            if (elements.get(i) instanceof LoadInstruction load && !loads.get(i)) {
                slots.clear(load.slot());
            }
        }
        return slots;
    }

    /** The first element from here on that does something beyond setting one of these variables. */
    private int firstDeed(int from, BitSet counters) {
        int at = from;
        for (int steps = 0; steps < 50 && at < elements.size(); steps++) {
            CodeElement element = elements.get(at);
            if (element instanceof BranchInstruction branch && !fallsThrough(branch)) {
                int target = position(branch.target());
                if (target <= at) {
                    return target; // wherever it jumps back from, it is the same deed
                }
                at = target;
            } else if (pauseFrom(at) > at) {
                at = pauseFrom(at);
            } else if (!(element instanceof Instruction) || pauses.isPause(element)
                    || counters.get(Math.max(0, defined(element))) && defined(element) >= 0
                    || element instanceof ConstantInstruction && isStoredIn(counters, at + 1)) {
                at++;
            } else {
                return at;
            }
        }
        return -1;
    }

    /** The pause whose arguments, loads and constants, begin here; else this place. */
    private int pauseFrom(int from) {
        int given = 0;
        for (int at = from; at < elements.size(); at++) {
            CodeElement element = elements.get(at);
            if (element instanceof LoadInstruction || element instanceof ConstantInstruction) {
                given++;
            } else if (element instanceof Instruction) {
                return element instanceof InvokeInstruction call && pauses.isPause(call)
                        && Pauses.arguments(call) == given ? at : from;
            }
        }
        return from;
    }

    private boolean isStoredIn(BitSet counters, int from) {
        int at = from;
        while (at < elements.size() && !(elements.get(at) instanceof Instruction)) {
            at++;
        }
        return at < elements.size() && elements.get(at) instanceof StoreInstruction store
                && counters.get(store.slot());
    }

    /** The loads right before a comparison or pause, if there is nothing else before it. */
    private BitSet operandLoads(int user, int operands) {
        int wanted = operands;
        BitSet loads = new BitSet();
        for (int at = user - 1; at >= 0 && wanted > 0; at--) {
            CodeElement element = elements.get(at);
            if (element instanceof LoadInstruction) {
                loads.set(at);
                wanted--;
            } else if (element instanceof ConstantInstruction) {
                wanted--;
            } else if (element instanceof Instruction && !(element instanceof IncrementInstruction)) {
                return new BitSet();
            }
        }
        return loads;
    }

    static boolean isBinary(Opcode opcode) {
        return switch (opcode) {
            case IF_ICMPEQ, IF_ICMPNE, IF_ICMPLT, IF_ICMPGE, IF_ICMPGT, IF_ICMPLE, IF_ACMPEQ, IF_ACMPNE -> true;
            default -> false;
        };
    }

    /** The type of a live variable: that of the first load that is reached. */
    private @Nullable TypeKind kindAt(int from, int slot) {
        BitSet seen = new BitSet();
        Deque<Integer> work = new ArrayDeque<>();
        work.add(from);
        while (!work.isEmpty()) {
            int at = work.poll();
            if (seen.get(at)) {
                continue;
            }
            seen.set(at);
            CodeElement element = elements.get(at);
            if (element instanceof LoadInstruction load && load.slot() == slot) {
                return load.typeKind();
            }
            if (element instanceof IncrementInstruction increment && increment.slot() == slot) {
                return TypeKind.INT;
            }
            for (int[] area : handlers) {
                if (area[0] <= at && at < area[1]) {
                    work.add(area[2]);
                }
            }
            if (defined(element) != slot) {
                for (int next : successors[at]) {
                    work.add(next);
                }
            }
        }
        return null;
    }
}
