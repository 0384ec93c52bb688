package dev.baton.check.program;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.BranchInstruction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Rewrites branches in one method: comparisons of references, and loops, which keep the state of their turns and copies of
 * the variables as the turn began with them.
 */
final class BranchRewriter {
    /** What a turn left of the variables as it found them; {@code replay.Turn} has the same numbers. */
    private static final int DIFFERENT = 0;
    private static final int SAME = 1;
    private static final int COUNTED = 2;

    private final CodeRewriter method;
    private final Loops loops;
    private final Map<Loops.Loop, Room> rooms = new HashMap<>();
    private final Map<Loops.Loop, Site> identities = new HashMap<>();

    /**
     * The local variables that are kept for a loop.
     *
     * @param state    where its turn began
     * @param copies   what the compared variables were then, by their slots
     * @param outcomes how the comparisons of its counters came out, two bits for each; -1 if it has no counters
     */
    private record Room(int state, Map<Integer, Integer> copies, int outcomes) {
        int copy(int local) {
            return Objects.requireNonNull(copies.get(local));
        }
    }

    private Room room(Loops.Loop loop) {
        return Objects.requireNonNull(rooms.get(loop));
    }

    BranchRewriter(CodeRewriter method, Loops loops) {
        this.method = method;
        this.loops = loops;
    }

    /** At the start of the method: makes room for what its loops keep. */
    void prepare(CodeBuilder code) {
        for (Loops.Loop loop : loops.all()) {
            int slot = code.allocateLocal(TypeKind.LONG);
            code.lconst_0().lstore(slot);
            Map<Integer, Integer> copy = new HashMap<>();
            loop.compared.forEach((local, kind) -> copy.put(local, cleared(code, kind)));
            rooms.put(loop, new Room(slot, copy, loop.counters == null ? -1 : cleared(code, TypeKind.INT)));
        }
    }

    /** A new local variable that has a value from the start: a handler may be reached before the loop sets it. */
    private static int cleared(CodeBuilder code, TypeKind kind) {
        int slot = code.allocateLocal(kind);
        switch (kind.asLoadable()) {
            case LONG -> code.lconst_0();
            case FLOAT -> code.fconst_0();
            case DOUBLE -> code.dconst_0();
            case REFERENCE -> code.aconst_null();
            default -> code.iconst_0();
        }
        code.storeLocal(kind, slot);
        return slot;
    }

    /** At a label: a turn begins, if it is the head of a loop. */
    void label(CodeBuilder code, Label label) {
        Loops.Loop loop = loops.at(label);
        if (loop == null) {
            return;
        }
        Room room = room(loop);
        code.lload(room.state).loadConstant(loop.counters == null ? 0 : identity(loop).id);
        Hook.HEADER.call(code).lstore(room.state);
        loop.compared.forEach((local, kind) -> code.loadLocal(kind, local).storeLocal(kind, room.copy(local)));
        if (loop.counters != null) {
            code.iconst_0().istore(room.outcomes);
        }
    }

    /** @param at the place of the instruction among the method's elements */
    void branch(CodeBuilder code, BranchInstruction branch, int at) {
        Loops.Loop loop = loops.isBackEdge(at, branch.target()) ? loops.at(branch.target()) : null;
        Opcode opcode = switch (branch.opcode()) {
            case IF_ACMPEQ -> {
                Hook.SAME.call(code);
                yield Opcode.IFNE;
            }
            case IF_ACMPNE -> {
                Hook.SAME.call(code);
                yield Opcode.IFEQ;
            }
            default -> branch.opcode();
        };
        List<Loops.Loop> counting = loops.comparingAt(at);
        if (loop == null && counting.isEmpty()) {
            code.branch(opcode, branch.target());
            return;
        }
        if (loop != null && (opcode == Opcode.GOTO || opcode == Opcode.GOTO_W)) {
            backEdge(code, loop);
            code.goto_(branch.target());
            return;
        }
        counting.forEach(each -> Hook.COMPARES.call(code, identity(each)));
        Label taken = code.newLabel();
        Label on = code.newLabel();
        code.branch(opcode, taken);
        counting.forEach(each -> note(code, each, at, 1));
        code.goto_(on).labelBinding(taken);
        counting.forEach(each -> note(code, each, at, 2));
        if (loop != null) {
            backEdge(code, loop);
        }
        code.goto_(branch.target()).labelBinding(on);
    }

    /** Notes how the comparison of a counter came out. */
    private void note(CodeBuilder code, Loops.Loop loop, int at, int how) {
        int word = room(loop).outcomes;
        code.iload(word).loadConstant(how << 2 * Objects.requireNonNull(loop.counters).comparison(at)).ior()
                .istore(word);
    }

    private void backEdge(CodeBuilder code, Loops.Loop loop) {
        Room room = room(loop);
        Label different = code.newLabel();
        Label counted = code.newLabel();
        Label decided = code.newLabel();
        code.lload(room.state);
        Counters counters = loop.counters;
        loop.compared.forEach((local, kind) -> {
            if (counters == null || !counters.isCounter(local)) {
                compare(code, loop, local, kind, different);
            }
        });
        if (counters != null) {
            loop.compared.forEach((local, kind) -> {
                if (counters.isCounter(local)) {
                    compare(code, loop, local, kind, counted);
                }
            });
        }
        code.loadConstant(SAME).goto_(decided);
        code.labelBinding(counted).loadConstant(COUNTED).goto_(decided);
        code.labelBinding(different).loadConstant(DIFFERENT).labelBinding(decided);
        if (counters == null) {
            code.iconst_0();
        } else {
            code.iload(room.outcomes);
        }
        code.loadConstant(counters == null ? 0 : counters.comparisonCount());
        Hook.BACK_EDGE.call(code.loadConstant(identity(loop).id), method.site("loop")).lstore(room.state);
    }

    private void compare(CodeBuilder code, Loops.Loop loop, int local, TypeKind kind, Label otherwise) {
        code.loadLocal(kind, local).loadLocal(kind, room(loop).copy(local));
        switch (kind.asLoadable()) {
            case LONG -> code.lcmp().ifne(otherwise);
            case FLOAT -> code.fcmpl().ifne(otherwise);
            case DOUBLE -> code.dcmpl().ifne(otherwise);
            case REFERENCE -> Hook.SAME.call(code).ifeq(otherwise);
            default -> code.if_icmpne(otherwise);
        }
    }

    /** A site that stands for the loop, whichever way it goes round. */
    private Site identity(Loops.Loop loop) {
        return identities.computeIfAbsent(loop, each -> method.site("loop"));
    }
}
