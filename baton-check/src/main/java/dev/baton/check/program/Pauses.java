package dev.baton.check.program;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Calls that only let time pass: {@code onSpinWait}, {@code yield}, and static methods of the same class that do nothing
 * but pick between these ("spin so often, then yield"). What such a call is given does not matter.
 */
final class Pauses {
    private final Set<String> idleMethods = new HashSet<>();
    private final String className;

    Pauses(MethodModel caller) {
        ClassModel owner = caller.parent().orElse(null);
        this.className = owner == null ? "" : owner.thisClass().asInternalName();
        if (owner != null) {
            for (MethodModel method : owner.methods()) {
                if (method.methodType().stringValue().endsWith(")V")
                        && method.code().map(code -> isIdle(code.elementList())).orElse(false)) {
                    idleMethods.add(key(method.methodName().stringValue(), method.methodType().stringValue()));
                }
            }
        }
    }

    boolean isPause(CodeElement element) {
        return element instanceof InvokeInstruction invoke && (isJdkPause(invoke) || isIdleCall(invoke));
    }

    /** The number of values that a pause takes. */
    static int arguments(InvokeInstruction pause) {
        return pause.typeSymbol().parameterCount();
    }

    private boolean isIdleCall(InvokeInstruction invoke) {
        return invoke.opcode() == Opcode.INVOKESTATIC && invoke.owner().asInternalName().equals(className)
                && idleMethods.contains(key(invoke.name().stringValue(), invoke.type().stringValue()));
    }

    private static boolean isJdkPause(InvokeInstruction invoke) {
        return invoke.owner().asInternalName().equals("java/lang/Thread")
                && (invoke.name().equalsString("onSpinWait") || invoke.name().equalsString("yield"));
    }

    private static boolean isIdle(List<CodeElement> elements) {
        boolean pauses = false;
        for (int i = 0; i < elements.size(); i++) {
            List<CodeElement> rest = elements.subList(i, elements.size());
            switch (elements.get(i)) {
                case InvokeInstruction invoke when isJdkPause(invoke) -> pauses = true;
                case BranchInstruction branch when leadsInto(branch, rest) -> {
                }
                case LoadInstruction load -> {
                }
                case ConstantInstruction constant -> {
                }
                case ReturnInstruction end -> {
                }
                case Instruction other -> {
                    return false;
                }
                default -> {
                }
            }
        }
        return pauses;
    }

    private static boolean leadsInto(BranchInstruction branch, List<CodeElement> rest) {
        return rest.stream().anyMatch(each -> each instanceof LabelTarget target
                && target.label().equals(branch.target()));
    }

    private static String key(String name, String type) {
        return name + type;
    }
}
