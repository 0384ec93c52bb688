package dev.baton.check.program;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Lets one method tell from which reads its values were computed. */
final class DependencyCode implements CodeTransform {
    /*
     * Overview. Beside each local variable and each slot of the operand stack there is an int variable with the number of the set of
     * reads that its value was computed from. How deep the stack is before an instruction is known, so the variable of a slot is, too.
     *
     *   iadd          of(slot) ← join(of(slot), of(slot + 1))
     *   ifeq          branch(of(slot))
     *   AccessHooks   accessing(place, value, expected); the call; of(result) ← accessed()
     *   other calls   calling, argument …; the call; of(result) ← result(…)
     *   field of an object that only this thread knows: storedField, loadedField
     *
     * Hooks that ask how to go on (is the object shared? has the loop failed?) are no part of the program: their answers were computed
     * from nothing. A type check and the class of a receiver decide nothing here: compilers know them mostly.
     */
    private static final String HOOKS = "dev/baton/check/replay/";
    private static final ClassDesc TELLER = ClassDesc.of("dev.baton.check.replay.DependencyHooks");
    private static final Set<String> ASKING = Set.of("Hooks", "Blame", "ForeignHooks", "MonitorHooks", "LockCalls");

    private final int key;
    private final MethodTypeDesc type;
    private final boolean isStatic;
    private final StackDepths depths;
    private final int locals;
    private final int stack;
    private final Set<Label> handlers = new HashSet<>();
    /** Up to the call of another constructor the object may not be passed on. */
    private boolean initialized;
    private int index;
    private int firstLocal;
    private int firstSlot;
    private int given;

    DependencyCode(String name, MethodTypeDesc type, boolean isStatic, CodeModel code) {
        this.key = key(name, type);
        this.type = type;
        this.isStatic = isStatic;
        this.initialized = !name.equals("<init>");
        List<CodeElement> elements = code.elementList();
        this.depths = new StackDepths(elements);
        CodeAttribute attribute = (CodeAttribute) code;
        this.locals = attribute.maxLocals();
        this.stack = attribute.maxStack();
        for (CodeElement element : elements) {
            if (element instanceof ExceptionCatch area) {
                handlers.add(area.handler());
            }
        }
    }

    private static int key(String name, MethodTypeDesc type) {
        int hash = (name + type.descriptorString()).hashCode();
        return hash == 0 ? 1 : hash;
    }

    @Override
    public void atStart(CodeBuilder code) {
        firstLocal = allocate(code, locals);
        firstSlot = allocate(code, stack);
        given = code.allocateLocal(TypeKind.INT);
        code.iconst_0().istore(given);
        for (int i = 0; i < stack; i++) {
            code.iconst_0().istore(firstSlot + i);
        }
        int local = isStatic ? 0 : 1;
        if (!isStatic) {
            parameter(code, 0, 0);
        }
        for (int i = 0; i < type.parameterCount(); i++) {
            parameter(code, i + (isStatic ? 0 : 1), local);
            local += StackDepths.size(type.parameterType(i));
        }
        for (int i = local; i < locals; i++) {
            code.iconst_0().istore(firstLocal + i);
        }
        tell(code, "entered", MethodTypeDesc.of(CD_void));
    }

    private void parameter(CodeBuilder code, int position, int local) {
        code.loadConstant(key).loadConstant(position);
        tell(code, "parameter", MethodTypeDesc.of(CD_int, CD_int, CD_int)).istore(firstLocal + local);
        if (local + 1 < locals) {
            code.iconst_0().istore(firstLocal + local + 1); // the second slot of a wide value; else set by the next one
        }
    }

    private static int allocate(CodeBuilder code, int count) {
        int first = -1;
        for (int i = 0; i < count; i++) {
            int slot = code.allocateLocal(TypeKind.INT);
            first = first < 0 ? slot : first;
        }
        return first;
    }

    private static CodeBuilder tell(CodeBuilder code, String what, MethodTypeDesc how) {
        return code.invokestatic(TELLER, what, how);
    }

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
        int depth = depths.before(index++);
        if (element instanceof LabelTarget target) {
            code.with(element);
            if (handlers.contains(target.label()) && depth == 1) {
                clear(code, 0);
            }
        } else if (element instanceof Instruction instruction && depth >= 0) {
            rewrite(code, instruction, depth);
        } else {
            code.with(element);
        }
    }

    private void rewrite(CodeBuilder code, Instruction instruction, int depth) {
        switch (instruction) {
            case LoadInstruction load -> {
                code.with(load).iload(firstLocal + load.slot()).istore(firstSlot + depth);
            }
            case StoreInstruction store -> {
                code.iload(firstSlot + depth - store.typeKind().slotSize()).istore(firstLocal + store.slot());
                code.with(store);
            }
            case ConstantInstruction _,NewObjectInstruction _ -> {
                code.with(instruction);
                clear(code, depth);
            }
            case OperatorInstruction operator -> operate(code, operator, depth);
            case StackInstruction move -> move(code, move, depth);
            case NewMultiArrayInstruction array -> {
                code.with(array);
                clear(code, depth - array.dimensions());
            }
            case FieldInstruction field -> access(code, field, depth);
            case ArrayLoadInstruction load -> load(code, load, depth);
            case ArrayStoreInstruction store -> store(code, store, depth);
            case BranchInstruction branch -> {
                for (int i = 1; i <= StackDepths.operands(branch); i++) {
                    branchOn(code, depth - i);
                }
                code.with(branch);
            }
            case TableSwitchInstruction _,LookupSwitchInstruction _ -> {
                branchOn(code, depth - 1);
                code.with(instruction);
            }
            case ReturnInstruction leaving -> {
                int size = leaving.typeKind().slotSize();
                (size == 0 ? code.iconst_0() : code.iload(firstSlot + depth - size)).loadConstant(key);
                tell(code, "returning", MethodTypeDesc.of(CD_void, CD_int, CD_int)).with(leaving);
            }
            case InvokeInstruction invoke -> invoke(code, invoke, depth);
            case InvokeDynamicInstruction invoke -> {
                int base = depth - StackDepths.parameters(invoke.typeSymbol());
                joined(code, base, invoke.typeSymbol().parameterList()).istore(given);
                code.with(invoke).iload(given).istore(firstSlot + base);
            }
            default -> code.with(instruction); // arrays of one dimension, conversions, type checks, increments, throws
        }
    }

    private void clear(CodeBuilder code, int slot) {
        code.iconst_0().istore(firstSlot + slot);
    }

    private void branchOn(CodeBuilder code, int slot) {
        tell(code.iload(firstSlot + slot), "branch", MethodTypeDesc.of(CD_void, CD_int));
    }

    private static CodeBuilder join(CodeBuilder code) {
        return tell(code, "join", MethodTypeDesc.of(CD_int, CD_int, CD_int));
    }

    /** Pushes what values in consecutive slots were computed from. */
    private CodeBuilder joined(CodeBuilder code, int from, List<ClassDesc> types) {
        code.iconst_0();
        int slot = from;
        for (ClassDesc each : types) {
            join(code.iload(firstSlot + slot));
            slot += StackDepths.size(each);
        }
        return code;
    }

    private void operate(CodeBuilder code, OperatorInstruction operator, int depth) {
        if (!StackDepths.isUnary(operator)) {
            int one = depth - StackDepths.operandSize(operator);
            int other = one + StackDepths.firstSize(operator);
            switch (operator.opcode()) {
                case IDIV, LDIV, IREM, LREM -> branchOn(code, other);
                default -> {
                }
            }
            join(code.iload(firstSlot + one).iload(firstSlot + other)).istore(firstSlot + one);
        }
        code.with(operator);
    }

    private void move(CodeBuilder code, StackInstruction move, int depth) {
        code.with(move);
        // What the top slots hold afterwards, by how far below the top it was before.
        int[] from = switch (move.opcode()) {
            case DUP -> new int[]{1, 1};
            case DUP_X1 -> new int[]{1, 2, 1};
            case DUP_X2 -> new int[]{1, 3, 2, 1};
            case DUP2 -> new int[]{2, 1, 2, 1};
            case DUP2_X1 -> new int[]{2, 1, 3, 2, 1};
            case DUP2_X2 -> new int[]{2, 1, 4, 3, 2, 1};
            case SWAP -> new int[]{1, 2};
            default -> new int[0];
        };
        int deepest = 0;
        for (int each : from) {
            deepest = Math.max(deepest, each);
            code.iload(firstSlot + depth - each);
        }
        for (int i = from.length - 1; i >= 0; i--) {
            code.istore(firstSlot + depth - deepest + i);
        }
    }

    // ---- objects that only this thread knows

    private void access(CodeBuilder code, FieldInstruction field, int depth) {
        String name = field.name().stringValue();
        int size = StackDepths.size(field.typeSymbol());
        TypeKind kind = TypeKind.from(field.typeSymbol());
        switch (field.opcode()) {
            case GETSTATIC -> {
                code.with(field);
                clear(code, depth);
            }
            case GETFIELD -> {
                if (initialized) {
                    code.dup().loadConstant(name).iload(firstSlot + depth - 1);
                    tell(code, "loadedField", MethodTypeDesc.of(CD_int, CD_Object, CD_String, CD_int));
                    code.istore(firstSlot + depth - 1);
                }
                code.with(field);
            }
            case PUTFIELD -> {
                if (initialized) {
                    int value = code.allocateLocal(kind);
                    code.storeLocal(kind, value).dup().loadConstant(name).iload(firstSlot + depth - size);
                    tell(code, "storedField", MethodTypeDesc.of(CD_void, CD_Object, CD_String, CD_int));
                    code.loadLocal(kind, value);
                }
                code.with(field);
            }
            default -> code.with(field);
        }
    }

    private void load(CodeBuilder code, ArrayLoadInstruction load, int depth) {
        code.dup2();
        join(code.iload(firstSlot + depth - 2).iload(firstSlot + depth - 1));
        tell(code, "loadedElement", MethodTypeDesc.of(CD_int, CD_Object, CD_int, CD_int));
        code.istore(firstSlot + depth - 2).with(load);
    }

    private void store(CodeBuilder code, ArrayStoreInstruction store, int depth) {
        TypeKind kind = store.typeKind();
        int value = code.allocateLocal(kind.asLoadable());
        code.storeLocal(kind.asLoadable(), value).dup2().iload(firstSlot + depth - kind.slotSize());
        tell(code, "storedElement", MethodTypeDesc.of(CD_void, CD_Object, CD_int, CD_int));
        code.loadLocal(kind.asLoadable(), value).with(store);
    }

    // ---- calls

    private void invoke(CodeBuilder code, InvokeInstruction invoke, int depth) {
        String owner = invoke.owner().asInternalName();
        MethodTypeDesc called = invoke.typeSymbol();
        int base = depth - StackDepths.parameters(called) - (invoke.opcode() == Opcode.INVOKESTATIC ? 0 : 1);
        if (owner.startsWith(HOOKS)) {
            hook(code, invoke, owner.substring(owner.lastIndexOf('/') + 1), base);
            return;
        }
        if (invoke.name().equalsString("<init>")) {
            initialized = true;
        }
        int method = key(invoke.name().stringValue(), called);
        tell(code.loadConstant(method), "calling", MethodTypeDesc.of(CD_void, CD_int));
        int slot = base;
        int position = 0;
        if (invoke.opcode() != Opcode.INVOKESTATIC) {
            argument(code, slot++, position++);
        }
        for (ClassDesc each : called.parameterList()) {
            argument(code, slot, position++);
            slot += StackDepths.size(each);
        }
        tell(code, "allArguments", MethodTypeDesc.of(CD_int)).istore(given);
        code.with(invoke).iload(given).loadConstant(method);
        tell(code, "result", MethodTypeDesc.of(CD_int, CD_int, CD_int));
        if (StackDepths.size(called.returnType()) > 0) {
            code.istore(firstSlot + base);
        } else {
            code.pop();
        }
    }

    private void argument(CodeBuilder code, int slot, int position) {
        code.iload(firstSlot + slot).loadConstant(position);
        tell(code, "argument", MethodTypeDesc.of(CD_void, CD_int, CD_int));
    }

    private void push(CodeBuilder code, boolean isThere, int slot) {
        if (isThere) {
            code.iload(firstSlot + slot);
        } else {
            code.iconst_0();
        }
    }

    private void hook(CodeBuilder code, InvokeInstruction invoke, String owner, int base) {
        MethodTypeDesc called = invoke.typeSymbol();
        boolean hasResult = StackDepths.size(called.returnType()) > 0;
        if (owner.equals("AccessHooks") && called.parameterCount() > 1) {
            int last = called.parameterCount() - 2; // behind it comes the site
            int slot = base + 1;
            boolean compares = invoke.name().stringValue().startsWith("compare");
            code.iload(firstSlot + base);
            push(code, last > 0, slot + (compares ? 2 : 0));
            push(code, compares, slot);
            tell(code, "accessing", MethodTypeDesc.of(CD_void, CD_int, CD_int, CD_int)).with(invoke);
            tell(code, "accessed", MethodTypeDesc.of(CD_int));
            if (hasResult) {
                code.istore(firstSlot + base);
            } else {
                code.pop();
            }
            return;
        }
        boolean asks = ASKING.contains(owner) || called.returnType().descriptorString().equals("Z")
                && (owner.equals("PlaceHooks") || owner.equals("HandleHooks"));
        if (hasResult && !asks) {
            joined(code, base, called.parameterList()).istore(given);
        }
        code.with(invoke);
        if (hasResult) {
            (asks ? code.iconst_0() : code.iload(given)).istore(firstSlot + base);
        }
    }
}
