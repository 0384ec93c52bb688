package dev.baton.check.program;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.baton.check.event.AccessMode;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rewrites one method. An access becomes: if the object is shared, call the hook; else do the original
 * instruction. Field and array accesses, monitors, reference comparisons and loops are handled here, calls in
 * {@link CallRewriter}.
 */
final class CodeRewriter implements CodeTransform {
    private static final ClassDesc HOOKS = Instrumenter.HOOKS;
    static final ClassDesc VAR_HANDLE = ClassDesc.of("java.lang.invoke.VarHandle");

    final Instrumenter instrumenter;
    final String className;
    private final String file;
    private final MethodModel method;
    final String methodName;
    private final boolean isRoot;
    private final boolean synchronous;
    private final boolean isInitializer;
    private final boolean isConstructor;
    private final boolean isLibrary;
    private final boolean freezes;
    private final Loops loops;
    private final ArrayTypes arrayTypes;
    private final CallRewriter calls;
    private final Map<String, Integer> temporaries = new HashMap<>();
    private final Map<Loops.Loop, Integer> loopState = new HashMap<>();
    private final Map<Loops.Loop, Map<Integer, Integer>> copies = new HashMap<>();
    /** VarHandles whose use is yet to come, for a readable name. */
    final Deque<String> handles = new ArrayDeque<>();
    private int index;
    private int line;
    private int pendingNew;
    private boolean initialized;
    private Label areaStart;

    CodeRewriter(Instrumenter instrumenter, String className, String file, MethodModel method, CodeModel code,
            boolean isRoot, boolean synchronous) {
        this.instrumenter = instrumenter;
        this.className = className;
        this.file = file;
        this.method = method;
        this.methodName = method.methodName().stringValue();
        this.isRoot = isRoot;
        this.synchronous = synchronous;
        this.isInitializer = methodName.equals("<clinit>");
        this.isConstructor = methodName.equals("<init>");
        this.isLibrary = ShadowNames.isShadow(className);
        List<CodeElement> elements = code.elementList();
        this.loops = new Loops(elements, new Pauses(method));
        this.arrayTypes = new ArrayTypes(method, code, elements);
        this.calls = new CallRewriter(this);
        this.initialized = !isConstructor;
        this.freezes = isConstructor && method.parent().orElseThrow().fields().stream()
                .anyMatch(field -> field.flags().has(AccessFlag.FINAL) && !field.flags().has(AccessFlag.STATIC)
                        && mayReferToState(field.fieldTypeSymbol()));
    }

    // ---- frame of the method

    @Override
    public void atStart(CodeBuilder code) {
        for (Loops.Loop loop : loops.all()) {
            int slot = code.allocateLocal(TypeKind.LONG);
            loopState.put(loop, slot);
            code.lconst_0().lstore(slot);
            Map<Integer, Integer> copy = new HashMap<>();
            loop.compared.forEach((local, kind) -> copy.put(local, cleared(code, kind)));
            copies.put(loop, copy);
        }
        if (synchronous) {
            lockTarget(code);
            code.loadConstant(site(AccessMode.ACQUIRE, "synchronized").id).invokestatic(HOOKS, "enter",
                    MethodTypeDesc.of(CD_void, CD_Object, CD_int));
        }
        if (isInitializer) {
            code.invokestatic(HOOKS, "enterInitializer", MethodTypeDesc.of(CD_void));
        }
        if (synchronous || isInitializer) {
            areaStart = code.newBoundLabel();
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

    private void lockTarget(CodeBuilder code) {
        if (method.flags().has(AccessFlag.STATIC)) {
            code.loadConstant(ClassDesc.ofInternalName(className));
        } else {
            code.aload(0);
        }
    }

    private void leave(CodeBuilder code) {
        if (synchronous) {
            lockTarget(code);
            code.loadConstant(site(AccessMode.RELEASE, "synchronized").id).invokestatic(HOOKS, "exit",
                    MethodTypeDesc.of(CD_void, CD_Object, CD_int));
        }
        if (isInitializer) {
            code.invokestatic(HOOKS, "leaveInitializer", MethodTypeDesc.of(CD_void));
        }
    }

    @Override
    public void atEnd(CodeBuilder code) {
        if (areaStart != null) {
            Label end = code.newBoundLabel();
            Label handler = code.newBoundLabel();
            leave(code);
            code.athrow();
            code.exceptionCatchAll(areaStart, end, handler);
        }
    }

    // ---- elements

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
        int at = index++;
        switch (element) {
            case LineNumber number -> {
                line = number.line();
                code.with(element);
            }
            case LabelTarget target -> {
                code.with(element);
                Loops.Loop loop = loops.at(target.label());
                if (loop != null) {
                    header(code, loop);
                }
            }
            case FieldInstruction field -> field(code, field);
            case ArrayLoadInstruction load -> load(code, load, at);
            case ArrayStoreInstruction store -> store(code, store);
            case BranchInstruction branch -> branch(code, branch, at);
            case MonitorInstruction monitor -> code
                    .loadConstant(site(monitor.opcode() == Opcode.MONITORENTER
                            ? AccessMode.ACQUIRE
                            : AccessMode.RELEASE, "synchronized").id)
                    .invokestatic(HOOKS, monitor.opcode() == Opcode.MONITORENTER ? "enter" : "exit",
                            MethodTypeDesc.of(CD_void, CD_Object, CD_int));
            case ReturnInstruction leaving -> {
                if (freezes) {
                    code.aload(0).invokestatic(HOOKS, "freeze", MethodTypeDesc.of(CD_void, CD_Object));
                }
                if (areaStart != null) {
                    leave(code);
                }
                code.with(leaving);
            }
            case NewObjectInstruction fresh -> {
                pendingNew++;
                code.with(fresh);
            }
            case InvokeInstruction invoke -> invoke(code, invoke);
            case InvokeDynamicInstruction invoke -> calls.reference(code, invoke);
            default -> {
                code.with(element);
                if (makesArray(element)) {
                    bornArray(code);
                }
            }
        }
    }

    private boolean makesArray(CodeElement element) {
        return element instanceof NewPrimitiveArrayInstruction || element instanceof NewReferenceArrayInstruction
                || element instanceof NewMultiArrayInstruction
                || (isInitializer || isConstructor) && element instanceof TypeCheckInstruction check
                        && check.opcode() == Opcode.CHECKCAST && check.type().asInternalName().startsWith("[");
    }

    private static void bornArray(CodeBuilder code) {
        code.dup().invokestatic(HOOKS, "newArray", MethodTypeDesc.of(CD_void, CD_Object));
    }

    private void invoke(CodeBuilder code, InvokeInstruction invoke) {
        if (Instrumenter.isConstructorCall(invoke)) {
            if (pendingNew > 0) {
                pendingNew--;
                calls.construct(code, invoke);
                return;
            }
            code.with(invoke);
            boolean superCall = !invoke.owner().asInternalName().equals(className);
            initialized = true;
            if (isRoot && superCall) {
                code.aload(0).invokestatic(HOOKS, "born", MethodTypeDesc.of(Instrumenter.TAG)).putfield(
                        ClassDesc.ofInternalName(className), Instrumenter.TAG_NAME, Instrumenter.TAG);
            }
            return;
        }
        calls.rewrite(code, invoke);
    }

    // ---- sites and temporaries

    Site site(AccessMode mode, String what) {
        return instrumenter.sites().add(className, methodName, file, line, what, isLibrary, mode);
    }

    boolean isLibrary() {
        return isLibrary;
    }

    /** A local variable for a value on its way; number {@code which} of those of its kind. */
    int temporary(CodeBuilder code, TypeKind kind, int which) {
        return temporaries.computeIfAbsent(kind.asLoadable() + " " + which,
                key -> code.allocateLocal(kind.asLoadable()));
    }

    static char kind(ClassDesc type) {
        return type.isPrimitive() ? type.descriptorString().charAt(0) : 'L';
    }

    /** Turns the value on the stack into a long; a reference is offered to the other threads. */
    void toLong(CodeBuilder code, char kind, Site site, boolean comparedOnly) {
        switch (kind) {
            case 'J' -> {
            }
            case 'F' -> code
                    .invokestatic(ConstantDescs.CD_Float, "floatToRawIntBits",
                            MethodTypeDesc.of(CD_int, ConstantDescs.CD_float))
                    .i2l();
            case 'D' -> code.invokestatic(ConstantDescs.CD_Double, "doubleToRawLongBits",
                    MethodTypeDesc.of(CD_long, ConstantDescs.CD_double));
            case 'L' -> {
                if (comparedOnly) {
                    code.invokestatic(HOOKS, "known", MethodTypeDesc.of(CD_long, CD_Object));
                } else {
                    code.loadConstant(site.id).invokestatic(HOOKS, "offer",
                            MethodTypeDesc.of(CD_long, CD_Object, CD_int));
                }
            }
            default -> code.i2l();
        }
    }

    void fromLong(CodeBuilder code, ClassDesc type, Site site) {
        switch (kind(type)) {
            case 'J' -> {
            }
            case 'F' -> code.l2i().invokestatic(ConstantDescs.CD_Float, "intBitsToFloat",
                    MethodTypeDesc.of(ConstantDescs.CD_float, CD_int));
            case 'D' -> code.invokestatic(ConstantDescs.CD_Double, "longBitsToDouble",
                    MethodTypeDesc.of(ConstantDescs.CD_double, CD_long));
            case 'V' -> code.pop2();
            case 'L' -> {
                code.loadConstant(site.id).invokestatic(HOOKS, "object", MethodTypeDesc.of(CD_Object, CD_long, CD_int));
                if (!type.equals(CD_Object)) {
                    code.checkcast(type);
                }
            }
            default -> code.l2i();
        }
    }

    // ---- fields

    private void field(CodeBuilder code, FieldInstruction field) {
        String owner = field.owner().asInternalName();
        String name = field.name().stringValue();
        ClassDesc type = field.typeSymbol();
        if (field.opcode() == Opcode.GETSTATIC && type.equals(VAR_HANDLE)) {
            handles.push(name);
        }
        ClassIndex.FieldFacts facts = instrumenter.index().field(owner, name);
        boolean isStatic = field.opcode() == Opcode.GETSTATIC || field.opcode() == Opcode.PUTSTATIC;
        if (facts == null || !instrumenter.isRewritten(facts.owner())) {
            if (owner.equals("java/lang/System") && isStatic) {
                code.loadConstant(site(AccessMode.PLAIN, "System." + name).id).invokestatic(HOOKS, "unmodelled",
                        MethodTypeDesc.of(CD_void, CD_int));
            }
            code.with(field);
            return;
        }
        if (name.startsWith("$assertionsDisabled") || name.startsWith("$SwitchMap$") || !initialized) {
            code.with(field);
            return;
        }
        Site site = site(facts.isVolatile() ? AccessMode.VOLATILE : AccessMode.PLAIN, name);
        site.kind = kind(type);
        site.fieldOwner = facts.owner();
        site.fieldName = name;
        site.via = Site.Via.FIELD;
        site.access = field.opcode() == Opcode.GETFIELD || field.opcode() == Opcode.GETSTATIC
                ? Site.Access.READ
                : Site.Access.WRITE;
        switch (field.opcode()) {
            case GETFIELD -> getField(code, field, facts, site);
            case PUTFIELD -> putField(code, field, facts, site);
            case GETSTATIC -> getStatic(code, field, facts, site);
            default -> putStatic(code, field, facts, site);
        }
    }

    private void getField(CodeBuilder code, FieldInstruction field, ClassIndex.FieldFacts facts, Site site) {
        ClassDesc type = field.typeSymbol();
        Label direct = code.newLabel();
        Label end = code.newLabel();
        code.dup();
        if (facts.isFinal()) {
            code.loadConstant(site.id).invokestatic(HOOKS, "isLate", MethodTypeDesc.of(CD_boolean, CD_Object, CD_int));
        } else {
            code.invokestatic(HOOKS, "isShared", MethodTypeDesc.of(CD_boolean, CD_Object));
        }
        code.ifeq(direct);
        code.loadConstant(site.id).invokestatic(HOOKS, "location", MethodTypeDesc.of(CD_int, CD_Object, CD_int));
        code.loadConstant(site.id).invokestatic(HOOKS, "get", MethodTypeDesc.of(CD_long, CD_int, CD_int));
        fromLong(code, type, site);
        code.goto_(end).labelBinding(direct);
        if (facts.isFinal() && mayBeForeign(type)) {
            getForeignFinal(code, field, site);
        } else {
            code.with(field);
        }
        code.labelBinding(end);
    }

    private static void getForeignFinal(CodeBuilder code, FieldInstruction field, Site site) {
        Label direct = code.newLabel();
        Label end = code.newLabel();
        code.dup().invokestatic(HOOKS, "isShared", MethodTypeDesc.of(CD_boolean, CD_Object)).ifeq(direct);
        code.with(field).dup().loadConstant(site.id).invokestatic(HOOKS, "adopt",
                MethodTypeDesc.of(CD_void, CD_Object, CD_int));
        code.goto_(end).labelBinding(direct).with(field).labelBinding(end);
    }

    /** A final field of this type may lead to fields that are not final. */
    private static boolean mayReferToState(ClassDesc type) {
        return !type.isPrimitive() && !type.equals(ConstantDescs.CD_String) && !type.equals(ConstantDescs.CD_Class)
                && !type.descriptorString().equals("Ljava/lang/Thread;");
    }

    /** A value of this declared type may be an array or an object whose class is not rewritten. */
    private boolean mayBeForeign(ClassDesc type) {
        if (type.isPrimitive()) {
            return false;
        }
        if (type.isArray()) {
            return true;
        }
        String name = type.descriptorString().substring(1, type.descriptorString().length() - 1);
        return !name.equals("java/lang/String") && !name.startsWith("java/lang/invoke/")
                && !name.equals("java/lang/Class") && !name.equals("java/lang/Thread")
                && !(instrumenter.isRewritten(name)
                        && (instrumenter.index().facts(name).flags()
                                & java.lang.classfile.ClassFile.ACC_INTERFACE) == 0);
    }

    private void putField(CodeBuilder code, FieldInstruction field, ClassIndex.FieldFacts facts, Site site) {
        ClassDesc type = field.typeSymbol();
        int value = temporary(code, TypeKind.from(type), 0);
        int holder = temporary(code, TypeKind.REFERENCE, 1);
        Label direct = code.newLabel();
        Label end = code.newLabel();
        code.storeLocal(TypeKind.from(type), value).dup();
        if (isConstructor && facts.isFinal()) {
            code.loadConstant(site.id).invokestatic(HOOKS, "comesLate",
                    MethodTypeDesc.of(CD_boolean, CD_Object, CD_int));
        } else {
            code.invokestatic(HOOKS, "isShared", MethodTypeDesc.of(CD_boolean, CD_Object));
        }
        code.ifeq(direct);
        code.loadConstant(site.id).invokestatic(HOOKS, "location", MethodTypeDesc.of(CD_int, CD_Object, CD_int));
        code.loadLocal(TypeKind.from(type), value);
        toLong(code, site.kind, site, false);
        code.loadConstant(site.id).invokestatic(HOOKS, "set", MethodTypeDesc.of(CD_void, CD_int, CD_long, CD_int));
        code.goto_(end).labelBinding(direct);
        if (!isConstructor) {
            code.astore(holder).aload(holder);
            code.aload(holder).aload(holder).getfield(field.owner().asSymbol(), field.name().stringValue(), type);
            code.loadLocal(TypeKind.from(type), value);
            localChange(code, type);
        }
        code.loadLocal(TypeKind.from(type), value).with(field).labelBinding(end);
    }

    static void localChange(CodeBuilder code, ClassDesc type) {
        ClassDesc shape = switch (kind(type)) {
            case 'J', 'F', 'D' -> type;
            case 'L' -> CD_Object;
            default -> CD_int;
        };
        code.invokestatic(HOOKS, "localChange", MethodTypeDesc.of(CD_void, CD_Object, shape, shape));
    }

    private void getStatic(CodeBuilder code, FieldInstruction field, ClassIndex.FieldFacts facts, Site site) {
        ClassDesc type = field.typeSymbol();
        Label direct = code.newLabel();
        Label end = code.newLabel();
        if (facts.isFinal()) {
            code.with(field);
            if (mayBeForeign(type) && !isInitializer) {
                code.invokestatic(HOOKS, "active", MethodTypeDesc.of(CD_boolean)).ifeq(direct);
                code.dup().loadConstant(site.id).invokestatic(HOOKS, "adopt",
                        MethodTypeDesc.of(CD_void, CD_Object, CD_int));
                code.labelBinding(direct);
            }
            return;
        }
        code.invokestatic(HOOKS, "active", MethodTypeDesc.of(CD_boolean)).ifeq(direct);
        code.loadConstant(ClassDesc.ofInternalName(facts.owner())).loadConstant(site.id).invokestatic(HOOKS,
                "staticLocation", MethodTypeDesc.of(CD_int, ConstantDescs.CD_Class, CD_int));
        code.loadConstant(site.id).invokestatic(HOOKS, "get", MethodTypeDesc.of(CD_long, CD_int, CD_int));
        fromLong(code, type, site);
        code.goto_(end).labelBinding(direct).with(field).labelBinding(end);
    }

    private void putStatic(CodeBuilder code, FieldInstruction field, ClassIndex.FieldFacts facts, Site site) {
        if (facts.isFinal()) {
            code.with(field);
            return;
        }
        ClassDesc type = field.typeSymbol();
        int value = temporary(code, TypeKind.from(type), 0);
        Label direct = code.newLabel();
        Label end = code.newLabel();
        code.storeLocal(TypeKind.from(type), value);
        code.invokestatic(HOOKS, "active", MethodTypeDesc.of(CD_boolean)).ifeq(direct);
        code.loadConstant(ClassDesc.ofInternalName(facts.owner())).loadConstant(site.id).invokestatic(HOOKS,
                "staticLocation", MethodTypeDesc.of(CD_int, ConstantDescs.CD_Class, CD_int));
        code.loadLocal(TypeKind.from(type), value);
        toLong(code, site.kind, site, false);
        code.loadConstant(site.id).invokestatic(HOOKS, "set", MethodTypeDesc.of(CD_void, CD_int, CD_long, CD_int));
        code.goto_(end).labelBinding(direct);
        code.loadLocal(TypeKind.from(type), value).with(field).labelBinding(end);
    }

    // ---- arrays

    private void load(CodeBuilder code, ArrayLoadInstruction load, int at) {
        Site site = site(AccessMode.PLAIN, "array element");
        ClassDesc type = load.typeKind() == TypeKind.REFERENCE
                ? arrayTypes.elementType(at)
                : load.typeKind().upperBound();
        site.kind = kind(type);
        Label direct = code.newLabel();
        Label end = code.newLabel();
        code.dup2().invokestatic(HOOKS, "isShared", MethodTypeDesc.of(CD_boolean, CD_Object, CD_int)).ifeq(direct);
        code.loadConstant(site.id).invokestatic(HOOKS, "element",
                MethodTypeDesc.of(CD_int, CD_Object, CD_int, CD_int));
        code.loadConstant(site.id).invokestatic(HOOKS, "get", MethodTypeDesc.of(CD_long, CD_int, CD_int));
        fromLong(code, type, site);
        code.goto_(end).labelBinding(direct).with(load).labelBinding(end);
    }

    private void store(CodeBuilder code, ArrayStoreInstruction store) {
        Site site = site(AccessMode.PLAIN, "array element");
        TypeKind kind = store.typeKind().asLoadable();
        ClassDesc type = store.typeKind() == TypeKind.REFERENCE ? CD_Object : store.typeKind().upperBound();
        site.kind = kind(type);
        int value = temporary(code, kind, 0);
        int holder = temporary(code, TypeKind.REFERENCE, 1);
        int position = temporary(code, TypeKind.INT, 1);
        Label direct = code.newLabel();
        Label end = code.newLabel();
        code.storeLocal(kind, value);
        code.dup2().invokestatic(HOOKS, "isShared", MethodTypeDesc.of(CD_boolean, CD_Object, CD_int)).ifeq(direct);
        code.loadConstant(site.id).invokestatic(HOOKS, "element",
                MethodTypeDesc.of(CD_int, CD_Object, CD_int, CD_int));
        code.loadLocal(kind, value);
        toLong(code, site.kind, site, false);
        code.loadConstant(site.id).invokestatic(HOOKS, "set", MethodTypeDesc.of(CD_void, CD_int, CD_long, CD_int));
        code.goto_(end).labelBinding(direct);
        code.istore(position).astore(holder);
        code.aload(holder).aload(holder).iload(position).arrayLoad(store.typeKind());
        code.loadLocal(kind, value);
        localChange(code, type);
        code.aload(holder).iload(position).loadLocal(kind, value).with(store).labelBinding(end);
    }

    // ---- branches and loops

    private void branch(CodeBuilder code, BranchInstruction branch, int at) {
        Loops.Loop loop = loops.isBackEdge(at, branch.target()) ? loops.at(branch.target()) : null;
        boolean compares = branch.opcode() == Opcode.IF_ACMPEQ || branch.opcode() == Opcode.IF_ACMPNE;
        if (compares) {
            code.invokestatic(HOOKS, "same", MethodTypeDesc.of(CD_boolean, CD_Object, CD_Object));
        }
        Opcode opcode = branch.opcode() == Opcode.IF_ACMPEQ
                ? Opcode.IFNE
                : branch.opcode() == Opcode.IF_ACMPNE ? Opcode.IFEQ : branch.opcode();
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

    private void header(CodeBuilder code, Loops.Loop loop) {
        int state = loopState.get(loop);
        code.lload(state).invokestatic(HOOKS, "header", MethodTypeDesc.of(CD_long, CD_long)).lstore(state);
        loop.compared.forEach((local, kind) -> code.loadLocal(kind, local).storeLocal(kind,
                copies.get(loop).get(local)));
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
                case REFERENCE -> code
                        .invokestatic(HOOKS, "same", MethodTypeDesc.of(CD_boolean, CD_Object, CD_Object))
                        .ifeq(different);
                default -> code.if_icmpne(different);
            }
        });
        code.iconst_1().goto_(decided).labelBinding(different).iconst_0().labelBinding(decided);
        code.loadConstant(site(AccessMode.PLAIN, "loop").id);
        code.invokestatic(HOOKS, "backEdge", MethodTypeDesc.of(CD_long, CD_long, CD_boolean, CD_int)).lstore(state);
    }
}
