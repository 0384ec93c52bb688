package dev.baton.check.program;

import dev.baton.check.event.AccessMode;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.BranchInstruction;
import java.util.HashMap;
import java.util.Map;

/**
 * Rewrites branches in one method: comparisons of references, and loops, which keep the state of their turns and copies of
 * the variables as the turn began with them.
 */
final class BranchRewriter {
    private final CodeRewriter method;
    private final Loops loops;
    private final Map<Loops.Loop, Integer> loopState = new HashMap<>();
    private final Map<Loops.Loop, Map<Integer, Integer>> copies = new HashMap<>();

    BranchRewriter(CodeRewriter method, Loops loops) {
        this.method = method;
        this.loops = loops;
    }

    /** At the start of the method: makes room for what its loops keep. */
    void prepare(CodeBuilder code) {
        for (Loops.Loop loop : loops.all()) {
            int slot = code.allocateLocal(TypeKind.LONG);
            loopState.put(loop, slot);
            code.lconst_0().lstore(slot);
            Map<Integer, Integer> copy = new HashMap<>();
            loop.compared.forEach((local, kind) -> copy.put(local, cleared(code, kind)));
            copies.put(loop, copy);
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
        int state = loopState.get(loop);
        Hook.HEADER.call(code.lload(state)).lstore(state);
        loop.compared.forEach((local, kind) -> code.loadLocal(kind, local).storeLocal(kind,
                copies.get(loop).get(local)));
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
        if (loop == null) {
            code.branch(opcode, branch.target());
            return;
        }
        if (opcode == Opcode.GOTO || opcode == Opcode.GOTO_W) {
            backEdge(code, loop);
            code.goto_(branch.target());
            return;
        }
        Label taken = code.newLabel();
        Label on = code.newLabel();
        code.branch(opcode, taken).goto_(on).labelBinding(taken);
        backEdge(code, loop);
        code.goto_(branch.target()).labelBinding(on);
    }

    private void backEdge(CodeBuilder code, Loops.Loop loop) {
        int state = loopState.get(loop);
        Label different = code.newLabel();
        Label decided = code.newLabel();
        code.lload(state);
        loop.compared.forEach((local, kind) -> {
            int copy = copies.get(loop).get(local);
            code.loadLocal(kind, local).loadLocal(kind, copy);
            switch (kind.asLoadable()) {
                case LONG -> code.lcmp().ifne(different);
                case FLOAT -> code.fcmpl().ifne(different);
                case DOUBLE -> code.dcmpl().ifne(different);
                case REFERENCE -> Hook.SAME.call(code).ifeq(different);
                default -> code.if_icmpne(different);
            }
        });
        code.iconst_1().goto_(decided).labelBinding(different).iconst_0().labelBinding(decided);
        Hook.BACK_EDGE.call(code, method.site(AccessMode.PLAIN, "loop")).lstore(state);
    }
}
