package dev.baton.check.program;

import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How many slots of the operand stack are in use before each instruction of a method; -1 where no path leads. */
final class StackDepths {
    private final List<CodeElement> elements;
    private final int[] before;
    private final Map<Label, Integer> targets = new HashMap<>();
    private final ArrayDeque<Integer> left = new ArrayDeque<>();

    StackDepths(List<CodeElement> elements) {
        this.elements = elements;
        this.before = new int[elements.size() + 1];
        Arrays.fill(before, -1);
        for (int i = 0; i < elements.size(); i++) {
            if (elements.get(i) instanceof LabelTarget target) {
                targets.put(target.label(), i);
            }
        }
        reach(0, 0);
        for (CodeElement element : elements) {
            if (element instanceof ExceptionCatch area) {
                reach(area.handler(), 1);
            }
        }
        while (!left.isEmpty()) {
            follow(left.remove());
        }
    }

    int before(int index) {
        return before[index];
    }

    private void reach(Label label, int depth) {
        reach(targets.getOrDefault(label, elements.size()), depth);
    }

    private void reach(int index, int depth) {
        if (before[index] < 0) {
            before[index] = depth;
            left.add(index);
        }
    }

    private void follow(int index) {
        if (index == elements.size()) {
            return;
        }
        CodeElement element = elements.get(index);
        int after = before[index] + (element instanceof Instruction instruction ? effect(instruction) : 0);
        switch (element) {
            case BranchInstruction branch -> {
                reach(branch.target(), after);
                if (branch.opcode() != Opcode.GOTO && branch.opcode() != Opcode.GOTO_W) {
                    reach(index + 1, after);
                }
            }
            case TableSwitchInstruction choice -> {
                reach(choice.defaultTarget(), after);
                choice.cases().stream().map(SwitchCase::target).forEach(target -> reach(target, after));
            }
            case LookupSwitchInstruction choice -> {
                reach(choice.defaultTarget(), after);
                choice.cases().stream().map(SwitchCase::target).forEach(target -> reach(target, after));
            }
            case ReturnInstruction _,ThrowInstruction _ -> {
            }
            default -> reach(index + 1, after);
        }
    }

    /** The slots that an instruction adds. */
    private static int effect(Instruction instruction) {
        return switch (instruction) {
            case LoadInstruction load -> load.typeKind().slotSize();
            case StoreInstruction store -> -store.typeKind().slotSize();
            case ConstantInstruction constant -> constant.typeKind().slotSize();
            case ConvertInstruction convert -> convert.toType().slotSize() - convert.fromType().slotSize();
            case OperatorInstruction operator -> resultSize(operator) - operandSize(operator);
            case StackInstruction stack -> switch (stack.opcode()) {
                case POP -> -1;
                case POP2 -> -2;
                case DUP, DUP_X1, DUP_X2 -> 1;
                case DUP2, DUP2_X1, DUP2_X2 -> 2;
                default -> 0;
            };
            case NewObjectInstruction _ -> 1;
            case NewMultiArrayInstruction array -> 1 - array.dimensions();
            case FieldInstruction field -> {
                int value = size(field.typeSymbol());
                yield switch (field.opcode()) {
                    case GETFIELD -> value - 1;
                    case PUTFIELD -> -value - 1;
                    case GETSTATIC -> value;
                    default -> -value;
                };
            }
            case ArrayLoadInstruction load -> load.typeKind().slotSize() - 2;
            case ArrayStoreInstruction store -> -2 - store.typeKind().slotSize();
            case BranchInstruction branch -> -operands(branch);
            case TableSwitchInstruction _,LookupSwitchInstruction _,MonitorInstruction _,ThrowInstruction _ -> -1;
            case InvokeInstruction invoke -> size(invoke.typeSymbol().returnType()) - parameters(invoke.typeSymbol())
                    - (invoke.opcode() == Opcode.INVOKESTATIC ? 0 : 1);
            case InvokeDynamicInstruction invoke -> size(invoke.typeSymbol().returnType())
                    - parameters(invoke.typeSymbol());
            default -> 0; // arrays of one dimension, type checks, increments, returns
        };
    }

    /** The slots that a branch looks at. */
    static int operands(BranchInstruction branch) {
        return switch (branch.opcode()) {
            case GOTO, GOTO_W -> 0;
            case IF_ICMPEQ, IF_ICMPNE, IF_ICMPLT, IF_ICMPGE, IF_ICMPGT, IF_ICMPLE, IF_ACMPEQ, IF_ACMPNE -> 2;
            default -> 1;
        };
    }

    static int size(ClassDesc type) {
        return TypeKind.from(type).slotSize();
    }

    static int parameters(MethodTypeDesc type) {
        return type.parameterList().stream().mapToInt(StackDepths::size).sum();
    }

    static boolean isUnary(OperatorInstruction operator) {
        return switch (operator.opcode()) {
            case INEG, LNEG, FNEG, DNEG, ARRAYLENGTH -> true;
            default -> false;
        };
    }

    /** The slots of the first operand. */
    static int firstSize(OperatorInstruction operator) {
        return switch (operator.opcode()) {
            case ARRAYLENGTH -> 1;
            case LCMP, DCMPL, DCMPG -> 2;
            case FCMPL, FCMPG -> 1;
            default -> operator.typeKind().slotSize();
        };
    }

    static int operandSize(OperatorInstruction operator) {
        int first = firstSize(operator);
        if (isUnary(operator)) {
            return first;
        }
        return switch (operator.opcode()) {
            case LSHL, LSHR, LUSHR -> first + 1;
            default -> 2 * first;
        };
    }

    private static int resultSize(OperatorInstruction operator) {
        return switch (operator.opcode()) {
            case ARRAYLENGTH, LCMP, FCMPL, FCMPG, DCMPL, DCMPG -> 1;
            default -> operator.typeKind().slotSize();
        };
    }
}
