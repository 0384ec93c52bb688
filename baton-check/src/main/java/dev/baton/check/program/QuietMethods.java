package dev.baton.check.program;

import java.lang.classfile.ClassFile;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The methods of a class that do nothing but pause, and call others of which that may be true. */
final class QuietMethods {
    /** A call by its owner, and its name and descriptor. */
    record Call(String owner, String method, boolean isStatic) {}

    /**
     * A method without a result that goes from its start to its end and does nothing but these calls.
     *
     * @param pauses one of its instructions lets time pass
     * @param flags those of the method
     */
    record Quiet(boolean pauses, List<Call> calls, int flags) {
        boolean isStatic() {
            return (flags & ClassFile.ACC_STATIC) != 0;
        }

        /** No subclass has another method in its place. */
        boolean isFixed() {
            return (flags & (ClassFile.ACC_STATIC | ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL)) != 0;
        }
    }

    private QuietMethods() {}

    static Map<String, Quiet> of(ClassModel owner) {
        Map<String, Quiet> found = new HashMap<>();
        for (MethodModel method : owner.methods()) {
            if (method.methodType().stringValue().endsWith(")V") && !method.methodName().equalsString("<init>")
                    && (method.flags().flagsMask() & ClassFile.ACC_SYNCHRONIZED) == 0) {
                int flags = method.flags().flagsMask() | owner.flags().flagsMask() & ClassFile.ACC_FINAL;
                Quiet quiet = method.code().map(code -> quiet(code.elementList(), flags)).orElse(null);
                if (quiet != null) {
                    found.put(key(method.methodName().stringValue(), method.methodType().stringValue()), quiet);
                }
            }
        }
        return found;
    }

    static Call call(InvokeInstruction invoke) {
        return new Call(invoke.owner().asInternalName(), key(invoke.name().stringValue(), invoke.type().stringValue()),
                invoke.opcode() == Opcode.INVOKESTATIC);
    }

    static boolean isJdkPause(InvokeInstruction invoke) {
        return invoke.owner().asInternalName().equals("java/lang/Thread")
                && (invoke.name().equalsString("onSpinWait") || invoke.name().equalsString("yield"));
    }

    private static @Nullable Quiet quiet(List<CodeElement> elements, int flags) {
        boolean pauses = false;
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < elements.size(); i++) {
            List<CodeElement> rest = elements.subList(i, elements.size());
            switch (elements.get(i)) {
                case InvokeInstruction invoke when isJdkPause(invoke) -> pauses = true;
                case InvokeInstruction invoke when invoke.opcode() == Opcode.INVOKESTATIC -> calls.add(call(invoke));
                case BranchInstruction branch when leadsInto(branch, rest) -> {
                }
                case LoadInstruction load -> {
                }
                case ConstantInstruction constant -> {
                }
                case ReturnInstruction end -> {
                }
                case Instruction other -> {
                    return null;
                }
                default -> {
                }
            }
        }
        return new Quiet(pauses, calls, flags);
    }

    private static boolean leadsInto(BranchInstruction branch, List<CodeElement> rest) {
        return rest.stream().anyMatch(each -> each instanceof LabelTarget target
                && target.label().equals(branch.target()));
    }

    private static String key(String name, String type) {
        return name + type;
    }
}
