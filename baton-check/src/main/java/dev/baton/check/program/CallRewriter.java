package dev.baton.check.program;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.baton.check.event.AccessMode;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rewrites calls: VarHandle and Unsafe accesses, fences, what {@link CallRules} replaces, calls into the JDK. */
final class CallRewriter {
    private static final String VAR_HANDLE = "java/lang/invoke/VarHandle";

    /** Of VarHandle, and of Unsafe by its names. */
    private static final Map<String, AccessMode> FENCES = Map.of("fullFence", AccessMode.VOLATILE, "acquireFence",
            AccessMode.ACQUIRE, "loadFence", AccessMode.ACQUIRE, "releaseFence", AccessMode.RELEASE, "storeFence",
            AccessMode.RELEASE, "loadLoadFence", AccessMode.LOAD_LOAD, "storeStoreFence", AccessMode.STORE_STORE);

    private final CodeRewriter method;
    private final FailureRewriter failures;

    CallRewriter(CodeRewriter method) {
        this.method = method;
        this.failures = new FailureRewriter(method);
    }

    /** A constructor call on a new object. */
    void construct(CodeBuilder code, InvokeInstruction invoke) {
        String owner = invoke.owner().asInternalName();
        if (owner.equals(ShadowNames.PREFIX + "java/util/Random") && invoke.type().equalsString("()V")) {
            code.loadConstant(42L).invokespecial(invoke.owner().asSymbol(), "<init>",
                    MethodTypeDesc.of(CD_void, CD_long));
            return;
        }
        if (owner.equals("java/util/concurrent/CancellationException") && parameterCount(invoke) == 2) {
            cancellation(code, invoke.owner().asSymbol());
            return;
        }
        if (owner.equals("java/lang/String") && namesShadow(invoke.typeSymbol())) {
            code.invokevirtual(invoke.typeSymbol().parameterType(0), "toString",
                    MethodTypeDesc.of(ConstantDescs.CD_String))
                    .invokespecial(ConstantDescs.CD_String, "<init>",
                            MethodTypeDesc.of(CD_void, ConstantDescs.CD_String));
            return;
        }
        if (owner.equals("java/util/Date") && invoke.type().equalsString("()V")) {
            code.loadConstant(method.call("new Date").id).invokestatic(
                    Gates.of(ClassDesc.of("dev.baton.check.replay.ParkCalls")), "currentTimeMillis",
                    MethodTypeDesc.of(CD_long, CD_int)).invokespecial(invoke.owner().asSymbol(), "<init>",
                            MethodTypeDesc.of(CD_void, CD_long));
            return;
        }
        refuseShadows(code, invoke, owner, "new");
        if (method.isSetUp) {
            code.with(invoke);
            return;
        }
        if (isForeign(owner) && CallRules.isUnmodelled(owner, "<init>" + invoke.type().stringValue())) {
            Hook.UNMODELLED.call(code, method.call("new " + shortName(owner)));
        }
        calling(code, owner, "new");
        List<ClassDesc> parameters = invoke.typeSymbol().parameterList();
        if (isForeign(owner) && parameters.stream().anyMatch(ClassDesc::isArray)) {
            Site site = method.site("new " + shortName(owner));
            reload(code, parameters, method.spill(code, parameters), site, CallRules.onlyReadsArrays(owner, "<init>"));
        }
        if (isForeign(owner)) {
            failures.given(code, parameters, "new " + shortName(owner));
        }
        Hook.MAKING.call(code, method.site("new " + shortName(owner)));
        code.with(invoke);
    }

    private static int parameterCount(InvokeInstruction invoke) {
        return invoke.typeSymbol().parameterCount();
    }

    /** With message and cause: a constructor for the JDK's own package, which the code that stands in for it is not in. */
    private static void cancellation(CodeBuilder code, ClassDesc exception) {
        int cause = code.allocateLocal(TypeKind.REFERENCE);
        ClassDesc throwable = ClassDesc.of("java.lang.Throwable");
        code.astore(cause).invokespecial(exception, "<init>", MethodTypeDesc.of(CD_void, ConstantDescs.CD_String))
                .dup().aload(cause).invokevirtual(exception, "initCause", MethodTypeDesc.of(throwable, throwable))
                .pop();
    }

    /** Puts spilled values back; an array must not be shared, or is read first if that is all that is done with it. */
    private static void reload(CodeBuilder code, List<ClassDesc> parameters, int[] slots, Site site,
            boolean onlyReads) {
        for (int i = 0; i < parameters.size(); i++) {
            ClassDesc type = parameters.get(i);
            code.loadLocal(TypeKind.from(type), slots[i]);
            if (type.isArray() && onlyReads) {
                Hook.SNAPSHOT.call(code, site).checkcast(type);
            } else if (type.isArray()) {
                Hook.FOREIGN_ARRAY.call(code.dup(), site);
            }
        }
    }

    /** A method of the JDK by reference: it would run unseen if a call of it would be rewritten. */
    void reference(CodeBuilder code, InvokeDynamicInstruction invoke) {
        for (ConstantDesc argument : invoke.bootstrapArgs()) {
            if (argument instanceof DirectMethodHandleDesc handle) {
                String descriptor = handle.owner().descriptorString();
                String owner = descriptor.substring(1, descriptor.length() - 1);
                String nameAndType = handle.methodName() + handle.lookupDescriptor();
                String declaring = method.instrumenter.index().declaring(owner, nameAndType);
                if (CallRules.replacement(declaring, nameAndType) != null || owner.equals(VAR_HANDLE)
                        || isForeign(owner) && CallRules.isUnmodelled(owner, nameAndType)) {
                    Site site = method.call(shortName(owner) + "::" + handle.methodName()
                            + " (write it as a lambda)");
                    Hook.UNMODELLED_REFERENCE.call(code.loadConstant(site.toString()));
                }
            }
        }
        if (!method.isSetUp && FailureRewriter.isConcatenation(invoke)) {
            MethodTypeDesc shown = failures.shown(code, invoke.typeSymbol());
            code.invokedynamic(DynamicCallSiteDesc.of(invoke.bootstrapMethod(), invoke.name().stringValue(), shown,
                    invoke.bootstrapArgs().toArray(ConstantDesc[]::new)));
            return;
        }
        code.with(invoke);
        if (capturesReferences(invoke)) {
            Hook.FREEZE_HELD.call(code.dup());
        }
    }

    private static boolean capturesReferences(InvokeDynamicInstruction invoke) {
        return invoke.bootstrapMethod().owner().displayName().equals("LambdaMetafactory")
                && invoke.typeSymbol().parameterList().stream().anyMatch(type -> !type.isPrimitive());
    }

    /** Says who calls code that stands in for the JDK's; the site, if it is one access of an atomic; else null. */
    private @Nullable Site calling(CodeBuilder code, String owner, String name) {
        if (method.isLibrary() || !ShadowNames.isShadow(owner)) {
            return null;
        }
        AccessCall access = AtomicCalls.access(owner, name);
        Site site = method.site(owner.substring(owner.lastIndexOf('/') + 1) + "." + name,
                access == null ? Operation.CALL : access.operation(Operation.Via.ATOMIC, 'L'));
        Hook.CALLING.call(code, site);
        if (access == null) {
            return null;
        }
        govern(code, site.id);
        return site;
    }

    /** The modes of this site rule over those inside the atomic; 0 for none. */
    private static void govern(CodeBuilder code, int site) {
        Hook.GOVERN.call(code.loadConstant(site));
    }

    /** A type of the method is a class that the program has and the JDK has not. */
    private static boolean namesShadow(MethodTypeDesc type) {
        return isShadow(type.returnType()) || type.parameterList().stream().anyMatch(CallRewriter::isShadow);
    }

    private static boolean isShadow(ClassDesc type) {
        return type.descriptorString().contains("L" + ShadowNames.PREFIX);
    }

    /** Code that is not rewritten knows the JDK's classes, not those that the program has in their place. */
    private void refuseShadows(CodeBuilder code, InvokeInstruction invoke, String owner, String name) {
        if (isForeign(owner) && !owner.startsWith("[") && !owner.startsWith("java/lang/invoke/")
                && namesShadow(invoke.typeSymbol())) {
            Hook.FOREIGN_TYPE.call(code, method.call(shortName(owner) + "." + name));
        }
    }

    void rewrite(CodeBuilder code, InvokeInstruction call) {
        InvokeInstruction invoke = atHome(code, call);
        String owner = invoke.owner().asInternalName();
        String name = invoke.name().stringValue();
        boolean isStatic = invoke.opcode() == Opcode.INVOKESTATIC;
        if (!isReplaced(invoke, owner, name)) {
            refuseShadows(code, invoke, owner, name);
        }
        if (method.isSetUp) {
            inSetUp(code, invoke, owner, name);
            return;
        }
        boolean isUnsafe = UnsafeRewriter.isUnsafe(owner);
        if (owner.equals(VAR_HANDLE) || isUnsafe) {
            AccessMode fence = FENCES.get(name);
            if (fence != null && invoke.typeSymbol().parameterCount() == 0) {
                fence(code, invoke, name, fence);
                return;
            }
            if (isUnsafe) {
                new UnsafeRewriter(method).rewrite(code, invoke);
                return;
            }
            AccessCall access = isStatic ? null : AccessCall.of(name, false);
            if (access != null) {
                new HandleRewriter(method, invoke, access).rewrite(code);
                return;
            }
        }
        if (!replaced(code, invoke, owner, name)) {
            String declaring = method.instrumenter.index().declaring(owner, name + invoke.type().stringValue());
            Site atomic = calling(code, declaring, name);
            if (isForeign(declaring)) {
                foreign(code, invoke, owner.startsWith("[") ? owner : declaring, name);
                failures.call(code, invoke, declaring);
            } else if (isStatic) {
                method.needs(code, declaring);
            }
            code.with(invoke);
            if (atomic != null) {
                govern(code, 0);
            }
            if (isForeign(declaring) && invoke.typeSymbol().returnType().isArray() || owner.startsWith("[")) {
                Hook.GOT_ARRAY.call(code.dup(), method.call(shortName(declaring) + "." + name));
            }
            if (isStatic && CallRules.makesImmutable(owner, name)) {
                Hook.FREEZE_HELD.call(code.dup());
            }
        }
    }

    /**
     * A method of a renamed class that only reads the arrays it is given is left to the JDK: it is given copies. What makes a
     * thread-local variable with a supplier makes one of the program's.
     */
    private InvokeInstruction atHome(CodeBuilder code, InvokeInstruction call) {
        String owner = call.owner().asInternalName();
        if (owner.equals("java/lang/ThreadLocal") && call.name().equalsString("withInitial")) {
            return InvokeInstruction.of(call.opcode(), code.constantPool().methodRefEntry(
                    ClassDesc.ofInternalName(ShadowNames.PREFIX + "java/lang/SuppliedThreadLocal"), "withInitial",
                    call.typeSymbol()));
        }
        if (!ShadowNames.isShadow(owner) || owner.equals(method.className)) {
            return call;
        }
        String original = ShadowNames.original(owner);
        return call.opcode() == Opcode.INVOKESTATIC && CallRules.isLeftToTheJdk(original, call.name().stringValue())
                ? InvokeInstruction.of(call.opcode(),
                        code.constantPool().methodRefEntry(ClassDesc.ofInternalName(original),
                                call.name().stringValue(), call.typeSymbol()))
                : call;
    }

    /** There no access is a step, and what is called is seen by nobody else yet. */
    private void inSetUp(CodeBuilder code, InvokeInstruction invoke, String owner, String name) {
        if (CallRules.isForbidden(owner, name + invoke.type().stringValue())) {
            Hook.FORBIDDEN.call(code, method.call(shortName(owner) + "." + name));
        }
        if (!replaced(code, invoke, owner, name)) {
            code.with(invoke);
            if (invoke.typeSymbol().returnType().isArray() && isForeign(owner)) {
                Hook.GOT_ARRAY.call(code.dup(), method.call(shortName(owner) + "." + name));
            }
        }
    }

    private boolean isForeign(String owner) {
        return !method.instrumenter.isRewritten(owner);
    }

    // ---- replaced calls

    private boolean isReplaced(InvokeInstruction invoke, String owner, String name) {
        return replacement(invoke, method.instrumenter.index().declaring(owner, name + invoke.type().stringValue()),
                name) != null;
    }

    private static CallRules.@Nullable Replacement replacement(InvokeInstruction invoke, String declaring,
            String name) {
        String nameAndType = name + invoke.type().stringValue();
        return invoke.opcode() == Opcode.INVOKESPECIAL
                ? CallRules.ofSuper(declaring, nameAndType)
                : CallRules.replacement(declaring, nameAndType);
    }

    private boolean replaced(CodeBuilder code, InvokeInstruction invoke, String owner, String name) {
        String declaring = method.instrumenter.index().declaring(owner, name + invoke.type().stringValue());
        CallRules.Replacement replacement = replacement(invoke, declaring, name);
        if (replacement == null && owner.startsWith("[") && name.equals("clone")) {
            Hook.CLONE.call(code, method.site("clone"));
            return true;
        }
        if (invoke.opcode() == Opcode.INVOKESPECIAL && owner.equals("java/lang/Object") && name.equals("clone")) {
            Hook.CLONE_OBJECT.call(code, method.site("clone"));
            return true;
        }
        if (replacement == null) {
            return false;
        }
        Site site = method.call(shortName(declaring) + "." + name);
        boolean onObject = invoke.opcode() != Opcode.INVOKESTATIC;
        code.loadConstant(site.id).invokestatic(Gates.of(ClassDesc.ofInternalName(replacement.owner())),
                (onObject ? Gates.ON_OBJECT : "") + replacement.name(),
                replacementType(declaring, invoke.typeSymbol(), onObject));
        if (isShadow(invoke.typeSymbol().returnType())) {
            code.checkcast(invoke.typeSymbol().returnType());
        }
        return true;
    }

    /** The type of the method that stands in for a call: the receiver, the arguments, the site. */
    static MethodTypeDesc replacementType(String declaring, MethodTypeDesc type, boolean onObject) {
        List<ClassDesc> parameters = new ArrayList<>();
        if (onObject) {
            parameters.add(receiverType(declaring));
        }
        parameters.addAll(type.parameterList());
        parameters.add(CD_int);
        return MethodTypeDesc.of(visible(type.returnType()), parameters.stream().map(CallRewriter::visible).toList());
    }

    /** The type the replacement declares for a receiver. */
    private static ClassDesc receiverType(String declaring) {
        return switch (declaring) {
            case "java/lang/Thread$Builder$OfVirtual", "java/lang/Thread$Builder$OfPlatform" -> ClassDesc
                    .of("java.lang.Thread$Builder");
            case "jdk/jfr/Event", "jdk/internal/access/JavaUtilConcurrentTLRAccess",
                    "jdk/internal/access/JavaLangAccess" ->
                CD_Object;
            default -> ClassDesc.ofInternalName(declaring);
        };
    }

    /** A type as the hooks may name it: of code that stands in for the JDK's they know nothing. */
    private static ClassDesc visible(ClassDesc type) {
        return type.descriptorString().startsWith("L" + ShadowNames.PREFIX) ? CD_Object : type;
    }

    private static String shortName(String internalName) {
        return internalName.substring(internalName.lastIndexOf('/') + 1).replace('$', '.');
    }

    private void fence(CodeBuilder code, InvokeInstruction invoke, String name, AccessMode mode) {
        if (invoke.opcode() != Opcode.INVOKESTATIC) {
            code.pop();
        }
        Hook.FENCE.call(code, method.site(name, Operation.ofFence(mode)));
    }

    // ---- calls into code that is not rewritten

    private void foreign(CodeBuilder code, InvokeInstruction invoke, String owner, String name) {
        String nameAndType = name + invoke.type().stringValue();
        if (owner.startsWith("[")) {
            return;
        }
        boolean mayPrint = CallRules.mayPrint(owner);
        if (CallRules.isUnmodelled(owner, nameAndType) && !mayPrint) {
            Hook hook = CallRules.isForbidden(owner, nameAndType) ? Hook.FORBIDDEN : Hook.UNMODELLED;
            hook.call(code, method.call(shortName(owner) + "." + name));
            return;
        }
        if (!ProgramLoader.isOfJdk(owner)) {
            return;
        }
        boolean checksReceiver = invoke.opcode() != Opcode.INVOKESTATIC && !CallRules.isPure(owner);
        List<ClassDesc> parameters = invoke.typeSymbol().parameterList();
        boolean checksArrays = parameters.stream().anyMatch(ClassDesc::isArray)
                && !owner.startsWith("java/lang/invoke/") && !owner.startsWith("java/lang/reflect/");
        if (!checksReceiver && !checksArrays) {
            return;
        }
        Site site = method.call(shortName(owner) + "." + name);
        int[] slots = method.spill(code, parameters);
        if (checksReceiver) {
            (mayPrint ? Hook.PRINTING : Hook.FOREIGN_CALL).call(code.dup(), site);
        }
        boolean inCopyOnWriteList = method.isLibrary() && owner.equals("java/util/Spliterators");
        reload(code, parameters, slots, site, inCopyOnWriteList || CallRules.onlyReadsArrays(owner, name));
    }
}
