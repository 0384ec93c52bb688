package dev.baton.check.program;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
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
import java.lang.reflect.AccessFlag;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites one method. An access becomes: if the object is shared, call the hook; else do the original
 * instruction. Each kind of instruction has a class of its own; here is the frame of the method, with monitors and the
 * birth of objects, and what those classes share.
 */
final class CodeRewriter implements CodeTransform {
    final Instrumenter instrumenter;
    final String className;
    private final String file;
    private final MethodModel method;
    final String methodName;
    private final boolean isRoot;
    private final boolean synchronous;
    final boolean isInitializer;
    /** Its code is only run before the first event: it is too large for anything else. */
    final boolean isSetUp;
    final boolean isConstructor;
    private final boolean isLibrary;
    /** A constructor of a class with final fields; and with such that may lead to fields that are not final. */
    private final boolean builds;
    private final boolean freezes;
    private final FieldRewriter fields;
    private final ArrayRewriter arrays;
    private final BranchRewriter branches;
    private final CallRewriter calls;
    private final Map<String, Integer> temporaries = new HashMap<>();
    /** VarHandles whose use is yet to come, for a readable name. */
    final Deque<String> handles = new ArrayDeque<>();
    private int index;
    private int line;
    /** Of each object that is being made, the innermost first: where it is kept, or -1 if nowhere. */
    private final Deque<Integer> pendingNew = new ArrayDeque<>();
    private boolean initialized;
    private final Set<Label> handlers = new HashSet<>();
    private @Nullable Label areaStart;

    CodeRewriter(Instrumenter instrumenter, String className, String file, MethodModel method, CodeModel code,
            boolean isRoot, boolean synchronous, boolean tooLarge) {
        this.instrumenter = instrumenter;
        this.className = className;
        this.file = file;
        this.method = method;
        this.methodName = method.methodName().stringValue();
        this.isRoot = isRoot;
        this.synchronous = synchronous;
        this.isInitializer = methodName.equals("<clinit>");
        this.isSetUp = tooLarge;
        this.isConstructor = methodName.equals("<init>");
        this.isLibrary = ShadowNames.isShadow(className);
        List<CodeElement> elements = isSetUp ? List.of() : code.elementList();
        this.fields = new FieldRewriter(this);
        this.arrays = new ArrayRewriter(this, new ArrayTypes(method, code, elements));
        this.branches = new BranchRewriter(this, new Loops(elements, new Pauses(method, instrumenter.index())));
        this.calls = new CallRewriter(this);
        this.line = firstLine(elements);
        for (CodeElement element : elements) {
            if (element instanceof ExceptionCatch area) {
                handlers.add(area.handler());
            }
        }
        this.initialized = !isConstructor;
        List<FieldModel> finals = !isConstructor
                ? List.of()
                : method.parent().orElseThrow().fields().stream().filter(
                        field -> field.flags().has(AccessFlag.FINAL) && !field.flags().has(AccessFlag.STATIC)).toList();
        this.builds = !finals.isEmpty();
        this.freezes = finals.stream().anyMatch(field -> mayReferToState(field.fieldTypeSymbol()));
    }

    /** The line that what comes before the first statement is told by: entering a synchronized method. */
    private static int firstLine(List<CodeElement> elements) {
        return elements.stream().filter(LineNumber.class::isInstance).mapToInt(each -> ((LineNumber) each).line())
                .findFirst().orElse(0);
    }

    /** A final field of this type may lead to fields that are not final. */
    private static boolean mayReferToState(ClassDesc type) {
        return !type.isPrimitive() && !type.equals(ConstantDescs.CD_String) && !type.equals(ConstantDescs.CD_Class)
                && !type.descriptorString().equals("Ljava/lang/Thread;");
    }

    // ---- frame of the method

    @Override
    public void atStart(CodeBuilder code) {
        branches.prepare(code);
        if (isSetUp && !isInitializer) {
            Hook.UNMODELLED.call(code, site(methodName + " (too large to be rewritten)"));
        }
        if (StandIns.isConcerned(className)) {
            StandIns.begin(code, className, method, site(methodName));
        }
        if (synchronous) {
            lockTarget(code);
            Hook.ENTER.call(code, site("synchronized"));
        }
        if (isInitializer) {
            Hook.ENTER_INITIALIZER.call(code.loadConstant(ClassDesc.ofInternalName(className)));
        }
        if (synchronous || isInitializer) {
            areaStart = code.newBoundLabel();
        }
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
            Hook.EXIT.call(code, site("synchronized"));
        }
        if (isInitializer) {
            Hook.LEAVE_INITIALIZER.call(code);
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
                branches.label(code, target.label());
                if (handlers.contains(target.label())) {
                    Hook.CAUGHT.call(code.dup());
                }
            }
            case FieldInstruction field when isSetUp && !FieldRewriter.isOutput(field) -> code.with(field);
            case ArrayLoadInstruction load when isSetUp -> code.with(load);
            case ArrayStoreInstruction store when isSetUp -> code.with(store);
            case BranchInstruction branch when isSetUp -> code.with(branch);
            case FieldInstruction field -> fields.rewrite(code, field);
            case ArrayLoadInstruction load -> arrays.load(code, load, at);
            case ArrayStoreInstruction store -> arrays.store(code, store);
            case BranchInstruction branch -> branches.branch(code, branch, at);
            case MonitorInstruction monitor when monitor.opcode() == Opcode.MONITORENTER -> Hook.ENTER.call(code,
                    site("synchronized"));
            case MonitorInstruction monitor -> Hook.EXIT.call(code, site("synchronized"));
            case ReturnInstruction leaving -> {
                if (builds) {
                    Hook.BUILT.call(code.aload(0).loadConstant(ClassDesc.ofInternalName(className)));
                }
                if (freezes) {
                    Hook.FREEZE.call(code.aload(0));
                }
                if (areaStart != null) {
                    leave(code);
                }
                code.with(leaving);
            }
            case NewObjectInstruction fresh -> {
                code.with(fresh);
                pendingNew.push(keep(code, fresh.className().asInternalName()));
            }
            case InvokeInstruction invoke -> invoke(code, invoke);
            case InvokeDynamicInstruction invoke -> calls.reference(code, invoke);
            default -> {
                code.with(element);
                if (makesArray(element)) {
                    Hook.NEW_ARRAY.call(code.dup(), site("new array"));
                } else if (mayBeNewArray(element)) {
                    Hook.GOT_ARRAY.call(code.dup(), site("array"));
                }
            }
        }
    }

    /** An exception of the JDK, on the stack and not constructed yet, is kept for a step after its constructor. */
    private int keep(CodeBuilder code, String type) {
        if (isSetUp || instrumenter.isRewritten(type)
                || !instrumenter.index().isSubclass(type, "java/lang/Throwable")) {
            return -1;
        }
        int slot = temporary(code, TypeKind.REFERENCE, 100 + pendingNew.size());
        code.dup().astore(slot);
        return slot;
    }

    private boolean makesArray(CodeElement element) {
        return element instanceof NewPrimitiveArrayInstruction || element instanceof NewReferenceArrayInstruction
                || element instanceof NewMultiArrayInstruction;
    }

    private boolean mayBeNewArray(CodeElement element) {
        return (isInitializer || isConstructor) && element instanceof TypeCheckInstruction check
                && check.opcode() == Opcode.CHECKCAST && check.type().asInternalName().startsWith("[");
    }

    private void invoke(CodeBuilder code, InvokeInstruction invoke) {
        if (Instrumenter.isConstructorCall(invoke)) {
            if (!pendingNew.isEmpty()) {
                int kept = pendingNew.pop();
                calls.construct(code, invoke);
                if (kept >= 0) {
                    Hook.MADE_FAILURE.call(code.aload(kept),
                            site("new " + invoke.owner().asInternalName().replaceFirst(".*[/$]", "")));
                }
                return;
            }
            code.with(invoke);
            boolean superCall = !invoke.owner().asInternalName().equals(className);
            initialized = true;
            if (isRoot && superCall) {
                Hook.BORN.call(code.aload(0).aload(0)).putfield(ClassDesc.ofInternalName(className),
                        Instrumenter.TAG_NAME,
                        Instrumenter.TAG);
            }
            return;
        }
        calls.rewrite(code, invoke);
    }

    /** The next instruction is the use of a class, which may be the first one. */
    void needs(CodeBuilder code, String owner) {
        ClassIndex.Facts facts = instrumenter.index().facts(owner);
        boolean isVisible = (facts.flags() & ClassFile.ACC_PUBLIC) != 0
                || packageOf(owner).equals(packageOf(className));
        if (!isLibrary && isVisible && !owner.equals(className) && !ShadowNames.isShadow(owner)
                && instrumenter.index().hasInitializer(owner)) {
            Hook.NEEDS.call(code.loadConstant(ClassDesc.ofInternalName(owner)));
        }
    }

    private static String packageOf(String internalName) {
        return internalName.substring(0, internalName.lastIndexOf('/') + 1);
    }

    // ---- sites and temporaries

    /** The instruction at hand, if it is no step by itself. */
    Site site(String what) {
        return site(what, Operation.NONE);
    }

    /** The call at hand, if it is no access. */
    Site call(String what) {
        return site(what, Operation.CALL);
    }

    Site site(String what, Operation operation) {
        return instrumenter.sites().add(className, methodName, file, line, what, isLibrary, operation);
    }

    boolean isLibrary() {
        return isLibrary;
    }

    /** False in a constructor up to the call of another one: the object has no tag before. */
    boolean isInitialized() {
        return initialized;
    }

    /** A local variable for a value on its way; number {@code which} of those of its kind. */
    int temporary(CodeBuilder code, TypeKind kind, int which) {
        return temporaries.computeIfAbsent(kind.asLoadable() + " " + which,
                key -> code.allocateLocal(kind.asLoadable()));
    }

    /** Moves the top values of the stack into local variables. */
    int[] spill(CodeBuilder code, List<ClassDesc> types) {
        int[] slots = new int[types.size()];
        for (int i = types.size() - 1; i >= 0; i--) {
            TypeKind kind = TypeKind.from(types.get(i));
            slots[i] = temporary(code, kind, 10 + i);
            code.storeLocal(kind, slots[i]);
        }
        return slots;
    }
}
