package dev.baton.check.program;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.DiscontinuedInstruction.JsrInstruction;
import java.lang.classfile.instruction.DiscontinuedInstruction.RetInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The code of a method without subroutines, which compilers before Java 6 made of {@code finally}. The code is copied once for each
 * chain of calls that leads to it; so a call is a jump to a copy, and a return a jump back. A copy holds only what is
 * reached in it. A subroutine that is called anew is not in use any more (code may leave one by a jump), so chains are finite.
 */
final class Subroutines {
    /** A call of a subroutine: its element number, and those of the subroutine's first instruction. */
    private record Call(int from, int entry) {}

    private final List<CodeElement> elements;
    private final Map<Label, Integer> positions = new HashMap<>();
    private final List<ExceptionCatch> areas = new ArrayList<>();
    /** What is reached, by the calls that are open there, outermost first. */
    private final Map<List<Call>, BitSet> reached = new LinkedHashMap<>();
    private final Map<List<Call>, Map<Label, Label>> labels = new HashMap<>();
    private final Map<List<Call>, Map<Integer, Label>> returns = new HashMap<>();

    private Subroutines(CodeModel code) {
        this.elements = code.elementList();
        for (int i = 0; i < elements.size(); i++) {
            if (elements.get(i) instanceof LabelTarget target) {
                positions.put(target.label(), i);
            } else if (elements.get(i) instanceof ExceptionCatch area) {
                areas.add(area);
            }
        }
    }

    static boolean areIn(CodeModel code) {
        return code.elementStream().anyMatch(each -> each instanceof JsrInstruction);
    }

    /** Writes the code of a method, its subroutines copied to where they are called. */
    static void inline(CodeModel code, CodeBuilder into) {
        Subroutines subroutines = new Subroutines(code);
        subroutines.reach();
        subroutines.reached.forEach((calls, instructions) -> subroutines.write(into, calls, instructions));
    }

    // ---- what is reached

    private record Point(List<Call> calls, int at) {}

    private void reach() {
        Deque<Point> open = new ArrayDeque<>();
        open.add(new Point(List.of(), 0));
        while (!open.isEmpty()) {
            Point point = open.remove();
            BitSet known = reached.computeIfAbsent(point.calls, key -> new BitSet());
            if (point.at >= elements.size() || known.get(point.at)) {
                continue;
            }
            known.set(point.at);
            CodeElement element = elements.get(point.at);
            for (Label target : Loops.targets(element)) {
                open.add(new Point(point.calls, position(target)));
            }
            if (element instanceof JsrInstruction jsr) {
                open.add(new Point(called(point.calls, point.at, jsr), position(jsr.target())));
            } else if (element instanceof RetInstruction ret) {
                int frame = returning(point.calls, ret);
                open.add(new Point(point.calls.subList(0, frame), point.calls.get(frame).from + 1));
            } else if (Loops.fallsThrough(element)) {
                open.add(new Point(point.calls, point.at + 1));
            }
            if (element instanceof Instruction) {
                for (ExceptionCatch area : areas) {
                    if (position(area.tryStart()) <= point.at && point.at < position(area.tryEnd())) {
                        open.add(new Point(point.calls, position(area.handler())));
                    }
                }
            }
        }
    }

    private int position(Label label) {
        return Objects.requireNonNull(positions.get(label));
    }

    private List<Call> called(List<Call> calls, int from, JsrInstruction jsr) {
        int entry = position(jsr.target());
        List<Call> longer = new ArrayList<>();
        for (Call call : calls) {
            if (call.entry == entry) {
                break;
            }
            longer.add(call);
        }
        longer.add(new Call(from, entry));
        return List.copyOf(longer);
    }

    /** The innermost open call whose subroutine keeps its return address in that variable. */
    private int returning(List<Call> calls, RetInstruction ret) {
        for (int i = calls.size() - 1; i >= 0; i--) {
            int at = calls.get(i).entry;
            while (!(elements.get(at) instanceof Instruction)) {
                at++;
            }
            if (elements.get(at) instanceof StoreInstruction store && store.slot() == ret.slot()) {
                return i;
            }
        }
        throw new IllegalArgumentException("a subroutine that returns to nowhere");
    }

    // ---- writing

    private Label label(CodeBuilder code, List<Call> calls, Label original) {
        return labels.computeIfAbsent(calls, key -> new HashMap<>()).computeIfAbsent(original, key -> code.newLabel());
    }

    private Label afterCall(CodeBuilder code, List<Call> calls, int from) {
        return returns.computeIfAbsent(calls, key -> new HashMap<>()).computeIfAbsent(from, key -> code.newLabel());
    }

    private void write(CodeBuilder code, List<Call> calls, BitSet instructions) {
        LineNumber line = null;
        for (int i = 0; i < elements.size(); i++) {
            switch (elements.get(i)) {
                case LabelTarget target -> code.labelBinding(label(code, calls, target.label()));
                case Instruction instruction -> {
                    if (instructions.get(i)) {
                        if (line != null) {
                            code.with(line);
                            line = null;
                        }
                        write(code, calls, i, instruction);
                    }
                }
                case LineNumber number -> line = number;
                default -> {
                }
            }
        }
        for (ExceptionCatch area : areas) {
            int from = position(area.tryStart());
            int to = position(area.tryEnd());
            if (instructions.get(from, to).stream().anyMatch(at -> elements.get(from + at) instanceof Instruction)) {
                code.with(ExceptionCatch.of(label(code, calls, area.handler()), label(code, calls, area.tryStart()),
                        label(code, calls, area.tryEnd()), area.catchType()));
            }
        }
    }

    private void write(CodeBuilder code, List<Call> calls, int at, Instruction instruction) {
        switch (instruction) {
            case JsrInstruction jsr -> {
                code.aconst_null().goto_(label(code, called(calls, at, jsr), jsr.target()));
                code.labelBinding(afterCall(code, calls, at));
            }
            case RetInstruction ret -> {
                int frame = returning(calls, ret);
                code.goto_(afterCall(code, List.copyOf(calls.subList(0, frame)), calls.get(frame).from));
            }
            case BranchInstruction branch -> code.branch(branch.opcode(), label(code, calls, branch.target()));
            case TableSwitchInstruction table -> code.tableswitch(table.lowValue(), table.highValue(),
                    label(code, calls, table.defaultTarget()), cases(code, calls, table.cases()));
            case LookupSwitchInstruction table -> code.lookupswitch(label(code, calls, table.defaultTarget()),
                    cases(code, calls, table.cases()));
            default -> code.with(instruction);
        }
    }

    private List<SwitchCase> cases(CodeBuilder code, List<Call> calls, List<SwitchCase> cases) {
        return cases.stream().map(each -> SwitchCase.of(each.caseValue(), label(code, calls, each.target()))).toList();
    }
}
