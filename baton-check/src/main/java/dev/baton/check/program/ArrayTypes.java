package dev.baton.check.program;

import java.lang.classfile.Attributes;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.ObjectVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.SimpleVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.VerificationTypeInfo;
import java.lang.classfile.instruction.*;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The element type of every load from an array of references, found as the verifier finds it: frames at the
 * labels, one pass over the code between them. The rewritten load needs it for a cast.
 */
final class ArrayTypes {
    private final Map<Integer, String> found = new HashMap<>();
    private final List<String> stack = new ArrayList<>();
    private final List<String> locals = new ArrayList<>();
    private final Map<Label, StackMapFrameInfo> frames = new HashMap<>();

    /** Element type, as a descriptor, of the load that is the code's element number {@code index}. */
    ClassDesc elementType(int index) {
        String type = found.get(index);
        return type == null ? ClassDesc.ofDescriptor("Ljava/lang/Object;") : ClassDesc.ofDescriptor(type);
    }

    ArrayTypes(MethodModel method, CodeModel code, List<CodeElement> elements) {
        boolean needed = elements.stream().anyMatch(e -> e instanceof ArrayLoadInstruction load && isReference(load));
        if (!needed) {
            return;
        }
        ((CodeAttribute) code).findAttribute(Attributes.stackMapTable())
                .ifPresent(table -> table.entries().forEach(frame -> frames.put(frame.target(), frame)));
        start(method);
        boolean reachable = true;
        for (int i = 0; i < elements.size(); i++) {
            CodeElement element = elements.get(i);
            if (element instanceof LabelTarget target && frames.containsKey(target.label())) {
                enter(frames.get(target.label()));
                reachable = true;
            } else if (reachable && element instanceof Instruction instruction) {
                step(i, instruction);
                reachable = !endsBlock(instruction);
            }
        }
    }

    private static boolean isReference(ArrayLoadInstruction load) {
        return load.typeKind() == TypeKind.REFERENCE;
    }

    private static boolean endsBlock(Instruction instruction) {
        return !Loops.fallsThrough(instruction);
    }

    private void start(MethodModel method) {
        if ((method.flags().flagsMask() & java.lang.classfile.ClassFile.ACC_STATIC) == 0) {
            locals.add("L" + method.parent().orElseThrow().thisClass().asInternalName() + ";");
        }
        for (ClassDesc parameter : method.methodTypeSymbol().parameterList()) {
            addLocal(parameter.descriptorString());
        }
    }

    private void addLocal(String type) {
        locals.add(type);
        if (isWide(type)) {
            locals.add("");
        }
    }

    private static boolean isWide(String type) {
        return type.equals("J") || type.equals("D");
    }

    private void enter(StackMapFrameInfo frame) {
        locals.clear();
        stack.clear();
        frame.locals().forEach(each -> addLocal(type(each)));
        frame.stack().forEach(each -> stack.add(type(each)));
    }

    private static String type(VerificationTypeInfo info) {
        return switch (info) {
            case ObjectVerificationTypeInfo object -> object.classSymbol().descriptorString();
            case SimpleVerificationTypeInfo simple -> switch (simple) {
                case LONG -> "J";
                case DOUBLE -> "D";
                case FLOAT -> "F";
                case INTEGER -> "I";
                default -> "";
            };
            default -> "";
        };
    }

    private String pop() {
        return stack.isEmpty() ? "" : stack.removeLast();
    }

    private void pop(int count) {
        for (int i = 0; i < count; i++) {
            pop();
        }
    }

    private void push(String type) {
        if (!type.equals("V")) {
            stack.add(type);
        }
    }

    private static String of(TypeKind kind) {
        return switch (kind) {
            case LONG -> "J";
            case DOUBLE -> "D";
            case FLOAT -> "F";
            case REFERENCE -> "";
            case VOID -> "V";
            default -> "I";
        };
    }

    private void step(int index, Instruction instruction) {
        switch (instruction) {
            case LoadInstruction load -> push(load.slot() < locals.size() && load.typeKind() == TypeKind.REFERENCE
                    ? locals.get(load.slot())
                    : of(load.typeKind()));
            case StoreInstruction store -> store(store.slot());
            case ArrayLoadInstruction load -> loadElement(index, load);
            case ArrayStoreInstruction store -> pop(3);
            case FieldInstruction field -> field(field);
            case InvokeInstruction invoke ->
                call(invoke.typeSymbol(), invoke.opcode() == Opcode.INVOKESTATIC ? 0 : 1);
            case InvokeDynamicInstruction invoke -> call(invoke.typeSymbol(), 0);
            case NewObjectInstruction fresh -> push(fresh.className().asSymbol().descriptorString());
            case NewPrimitiveArrayInstruction fresh ->
                replace(1, "[" + fresh.typeKind().upperBound().descriptorString());
            case NewReferenceArrayInstruction fresh ->
                replace(1, "[" + fresh.componentType().asSymbol().descriptorString());
            case NewMultiArrayInstruction fresh ->
                replace(fresh.dimensions(), fresh.arrayType().asSymbol().descriptorString());
            case TypeCheckInstruction check ->
                replace(1, check.opcode() == Opcode.CHECKCAST ? check.type().asSymbol().descriptorString() : "I");
            case ConvertInstruction convert -> replace(1, of(convert.toType()));
            case ConstantInstruction constant -> push(constant(constant));
            case OperatorInstruction operator -> operator(operator);
            case StackInstruction move -> move(move.opcode());
            case BranchInstruction branch -> pop(operands(branch.opcode()));
            case LookupSwitchInstruction jump -> pop();
            case TableSwitchInstruction jump -> pop();
            case MonitorInstruction monitor -> pop();
            case ThrowInstruction leaving -> pop();
            default -> {
            }
        }
    }

    private void store(int slot) {
        String type = pop();
        while (locals.size() <= slot + 1) {
            locals.add("");
        }
        locals.set(slot, type);
    }

    private void loadElement(int index, ArrayLoadInstruction load) {
        pop();
        String array = pop();
        String element = array.startsWith("[") ? array.substring(1) : "";
        if (isReference(load)) {
            if (!element.isEmpty()) {
                found.put(index, element);
            }
            push(element);
        } else {
            push(of(load.typeKind()));
        }
    }

    private void call(MethodTypeDesc type, int receivers) {
        replace(type.parameterCount() + receivers, type.returnType().descriptorString());
    }

    private void replace(int operands, String result) {
        pop(operands);
        push(result);
    }

    private static String constant(ConstantInstruction constant) {
        return constant.typeKind() == TypeKind.REFERENCE ? "Ljava/lang/Object;" : of(constant.typeKind());
    }

    private void field(FieldInstruction field) {
        switch (field.opcode()) {
            case GETSTATIC -> push(field.type().stringValue());
            case GETFIELD -> {
                pop();
                push(field.type().stringValue());
            }
            case PUTSTATIC -> pop();
            default -> pop(2);
        }
    }

    private void operator(OperatorInstruction operator) {
        switch (operator.opcode()) {
            case ARRAYLENGTH -> {
                pop();
                push("I");
            }
            case INEG, LNEG, FNEG, DNEG -> {
            }
            case LCMP, FCMPL, FCMPG, DCMPL, DCMPG -> {
                pop(2);
                push("I");
            }
            default -> {
                pop();
                String left = pop();
                push(left.isEmpty() ? of(operator.typeKind()) : left);
            }
        }
    }

    private static int operands(Opcode opcode) {
        return switch (opcode) {
            case GOTO, GOTO_W -> 0;
            case IFEQ, IFNE, IFLT, IFGE, IFGT, IFLE, IFNULL, IFNONNULL -> 1;
            default -> 2;
        };
    }

    private void move(Opcode opcode) {
        switch (opcode) {
            case POP -> pop();
            case POP2 -> {
                if (!isWide(pop())) {
                    pop();
                }
            }
            case DUP -> push(stack.isEmpty() ? "" : stack.getLast());
            case SWAP -> {
                String top = pop();
                String next = pop();
                push(top);
                push(next);
            }
            default -> duplicate(opcode);
        }
    }

    /** The forms that copy one or two words below others. */
    private void duplicate(Opcode opcode) {
        int copied = opcode == Opcode.DUP_X1 || opcode == Opcode.DUP_X2 ? 1 : 2;
        int below = switch (opcode) {
            case DUP_X1, DUP2_X1 -> 1;
            case DUP_X2, DUP2_X2 -> 2;
            default -> 0;
        };
        List<String> top = words(copied);
        List<String> under = words(below);
        stack.addAll(top);
        stack.addAll(under);
        stack.addAll(top);
    }

    private List<String> words(int count) {
        List<String> taken = new ArrayList<>();
        for (int size = 0; size < count;) {
            String type = pop();
            taken.addFirst(type);
            size += isWide(type) ? 2 : 1;
        }
        return taken;
    }
}
