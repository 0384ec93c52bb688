package dev.baton.check.program;

import dev.baton.check.program.QuietMethods.Call;
import dev.baton.check.program.QuietMethods.Quiet;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.HashSet;
import java.util.Set;

/**
 * Calls that only let time pass: {@code onSpinWait}, {@code yield}, and methods of the program that do nothing but pick
 * between these ("spin so often, then yield"), in whatever class. What such a call is given does not matter.
 */
final class Pauses {
    private final ClassIndex index;
    private final String className;

    Pauses(MethodModel caller, ClassIndex index) {
        this.index = index;
        this.className = caller.parent().map(owner -> owner.thisClass().asInternalName()).orElse("");
    }

    boolean isPause(CodeElement element) {
        return element instanceof InvokeInstruction invoke && (QuietMethods.isJdkPause(invoke)
                || invoke.opcode() == Opcode.INVOKESTATIC && isIdle(QuietMethods.call(invoke), new HashSet<>()));
    }

    /** A method of an object that only lets time pass: if there is such an object, which its caller must know. */
    boolean isPauseOfAnObject(CodeElement element) {
        return element instanceof InvokeInstruction invoke
                && (invoke.opcode() == Opcode.INVOKEVIRTUAL || invoke.opcode() == Opcode.INVOKESPECIAL)
                && isIdle(QuietMethods.call(invoke), new HashSet<>());
    }

    /** The number of values that a pause takes, its object not among them. */
    static int arguments(InvokeInstruction pause) {
        return pause.typeSymbol().parameterCount();
    }

    private boolean isIdle(Call call, Set<Call> open) {
        if (!call.method().endsWith(")V") || call.owner().startsWith("java/")) {
            return false;
        }
        Quiet quiet = index.quiet(call.owner()).get(call.method());
        if (quiet == null || quiet.isStatic() != call.isStatic() || !quiet.isFixed() || !open.add(call)
                || call.isStatic() && !call.owner().equals(className) && index.hasInitializer(call.owner())) {
            return false;
        }
        boolean idle = (quiet.pauses() || !quiet.calls().isEmpty())
                && quiet.calls().stream().allMatch(each -> isIdle(each, open));
        open.remove(call);
        return idle;
    }
}
