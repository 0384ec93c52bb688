package dev.baton.check.program;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.baton.check.event.AccessMode;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Rewrites calls: VarHandle and Unsafe accesses, fences, what {@link CallRules} replaces, calls into the JDK. */
final class CallRewriter {
    private static final String VAR_HANDLE = "java/lang/invoke/VarHandle";
    private static final String UNSAFE = "jdk/internal/misc/Unsafe";

    private static final Map<String, AccessMode> FENCES = Map.of("fullFence", AccessMode.VOLATILE, "acquireFence",
            AccessMode.ACQUIRE, "releaseFence", AccessMode.RELEASE, "loadLoadFence", AccessMode.LOAD_LOAD,
            "storeStoreFence", AccessMode.STORE_STORE);
    private static final Map<String, AccessMode> JDK_FENCES = Map.of("fullFence", AccessMode.VOLATILE, "loadFence",
            AccessMode.JDK_LOAD, "loadLoadFence", AccessMode.JDK_LOAD, "storeFence", AccessMode.JDK_STORE,
            "storeStoreFence", AccessMode.JDK_STORE);

    private final CodeRewriter method;

    CallRewriter(CodeRewriter method) {
        this.method = method;
    }

    /** A constructor call on a new object. */
    void construct(CodeBuilder code, InvokeInstruction invoke) {
        String owner = invoke.owner().asInternalName();
        if (owner.equals("java/util/Random") && invoke.type().equalsString("()V")) {
            code.loadConstant(42L).invokespecial(invoke.owner().asSymbol(), "<init>",
                    MethodTypeDesc.of(CD_void, CD_long));
            return;
        }
        calling(code, owner, "new");
        List<ClassDesc> parameters = invoke.typeSymbol().parameterList();
        if (isForeign(owner) && parameters.stream().anyMatch(ClassDesc::isArray)) {
            Site site = method.site(AccessMode.PLAIN, "new " + shortName(owner));
            reload(code, parameters, spill(code, parameters), site, CallRules.onlyReadsArrays(owner, "<init>"));
        }
        code.with(invoke);
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
                    Site site = method.site(AccessMode.PLAIN, shortName(owner) + "::" + handle.methodName()
                            + " (write it as a lambda)");
                    Hook.UNMODELLED_REFERENCE.call(code.loadConstant(site.toString()));
                }
            }
        }
        code.with(invoke);
    }

    /** Says who calls code that stands in for the JDK's; the site, if it is one access of an atomic; else null. */
    private Site calling(CodeBuilder code, String owner, String name) {
        if (method.isLibrary() || !ShadowNames.isShadow(owner)) {
            return null;
        }
        Site site = method.site(AccessMode.PLAIN, owner.substring(owner.lastIndexOf('/') + 1) + "." + name);
        Hook.CALLING.call(code, site);
        AccessCall access = AtomicCalls.access(owner, name);
        if (access == null) {
            return null;
        }
        access.configure(site, 'L');
        site.via = Site.Via.ATOMIC;
        govern(code, site.id);
        return site;
    }

    /** The modes of this site rule over those inside the atomic; 0 for none. */
    private static void govern(CodeBuilder code, int site) {
        Hook.GOVERN.call(code.loadConstant(site));
    }

    void rewrite(CodeBuilder code, InvokeInstruction invoke) {
        String owner = invoke.owner().asInternalName();
        String name = invoke.name().stringValue();
        boolean isStatic = invoke.opcode() == Opcode.INVOKESTATIC;
        if (owner.equals(VAR_HANDLE) || owner.equals(UNSAFE)) {
            AccessMode fence = (owner.equals(UNSAFE) ? JDK_FENCES : FENCES).get(name);
            if (fence != null && invoke.typeSymbol().parameterCount() == 0) {
                fence(code, invoke, name, fence);
                return;
            }
            AccessCall access = isStatic ? null : AccessCall.of(name, owner.equals(UNSAFE));
            if (access != null && owner.equals(VAR_HANDLE)) {
                varHandle(code, invoke, access);
                return;
            }
            if (access != null && invoke.typeSymbol().parameterCount() >= 2) {
                unsafe(code, invoke, access);
                return;
            }
        }
        if (!replaced(code, invoke, owner, name)) {
            String declaring = method.instrumenter.index().declaring(owner, name + invoke.type().stringValue());
            if (CallRules.needsATimer(declaring, name)) {
                Hook.UNMODELLED.call(code, method.site(AccessMode.PLAIN, shortName(declaring) + "." + name));
            }
            Site atomic = calling(code, declaring, name);
            if (isForeign(declaring)) {
                foreign(code, invoke, owner.startsWith("[") ? owner : declaring, name);
            }
            code.with(invoke);
            if (atomic != null) {
                govern(code, 0);
            }
            if (isForeign(declaring) && invoke.typeSymbol().returnType().isArray() || owner.startsWith("[")) {
                Hook.NEW_ARRAY.call(code.dup());
            }
        }
    }

    private boolean isForeign(String owner) {
        return !method.instrumenter.isRewritten(owner);
    }

    // ---- replaced calls

    private boolean replaced(CodeBuilder code, InvokeInstruction invoke, String owner, String name) {
        String nameAndType = name + invoke.type().stringValue();
        String declaring = method.instrumenter.index().declaring(owner, nameAndType);
        CallRules.Replacement replacement = CallRules.replacement(declaring, nameAndType);
        if (replacement == null && owner.startsWith("[") && name.equals("clone")) {
            Hook.CLONE.call(code, method.site(AccessMode.PLAIN, "clone"));
            return true;
        }
        if (invoke.opcode() == Opcode.INVOKESPECIAL && owner.equals("java/lang/Object") && name.equals("clone")) {
            Hook.CLONE_OBJECT.call(code, method.site(AccessMode.PLAIN, "clone"));
            return true;
        }
        boolean isSuperCall = invoke.opcode() == Opcode.INVOKESPECIAL;
        if (replacement == null
                || isSuperCall && (name.equals("hashCode") || declaring.equals("java/lang/Throwable"))) {
            return false;
        }
        Site site = method.site(AccessMode.PLAIN, shortName(declaring) + "." + name);
        List<ClassDesc> parameters = new ArrayList<>();
        boolean onObject = invoke.opcode() != Opcode.INVOKESTATIC;
        if (onObject) {
            parameters.add(receiverType(declaring));
        }
        parameters.addAll(invoke.typeSymbol().parameterList());
        parameters.add(CD_int);
        ClassDesc result = invoke.typeSymbol().returnType();
        code.loadConstant(site.id).invokestatic(Gates.of(ClassDesc.ofInternalName(replacement.owner())),
                (onObject ? Gates.ON_OBJECT : "") + replacement.name(),
                MethodTypeDesc.of(result, parameters.stream().map(CallRewriter::visible).toList()));
        return true;
    }

    /** The type the replacement declares for a receiver. */
    private static ClassDesc receiverType(String declaring) {
        return switch (declaring) {
            case "java/lang/Thread$Builder$OfVirtual", "java/lang/Thread$Builder$OfPlatform" -> ClassDesc
                    .of("java.lang.Thread$Builder");
            case "jdk/jfr/Event", "jdk/internal/access/JavaUtilConcurrentTLRAccess" -> CD_Object;
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
        Site site = method.site(mode, name);
        site.access = Site.Access.FENCE;
        site.via = Site.Via.FENCE;
        Hook.FENCE.call(code, site);
    }

    // ---- calls into code that is not rewritten

    private void foreign(CodeBuilder code, InvokeInstruction invoke, String owner, String name) {
        String nameAndType = name + invoke.type().stringValue();
        if (owner.startsWith("[")) {
            return;
        }
        if (CallRules.isUnmodelled(owner, nameAndType)) {
            Hook.UNMODELLED.call(code, method.site(AccessMode.PLAIN, shortName(owner) + "." + name));
            return;
        }
        if (!owner.startsWith("java/") && !owner.startsWith("javax/") && !owner.startsWith("jdk/")
                || owner.equals(UNSAFE)) {
            return;
        }
        boolean checksReceiver = invoke.opcode() != Opcode.INVOKESTATIC && !CallRules.isPure(owner);
        List<ClassDesc> parameters = invoke.typeSymbol().parameterList();
        boolean checksArrays = parameters.stream().anyMatch(ClassDesc::isArray)
                && !owner.startsWith("java/lang/invoke/") && !owner.startsWith("java/lang/reflect/");
        if (!checksReceiver && !checksArrays) {
            return;
        }
        Site site = method.site(AccessMode.PLAIN, shortName(owner) + "." + name);
        int[] slots = spill(code, parameters);
        if (checksReceiver) {
            Hook.FOREIGN_CALL.call(code.dup(), site);
        }
        boolean inCopyOnWriteList = method.isLibrary() && owner.equals("java/util/Spliterators");
        reload(code, parameters, slots, site, inCopyOnWriteList || CallRules.onlyReadsArrays(owner, name));
    }

    /** Moves the top values of the stack into local variables. */
    private int[] spill(CodeBuilder code, List<ClassDesc> types) {
        int[] slots = new int[types.size()];
        for (int i = types.size() - 1; i >= 0; i--) {
            TypeKind kind = TypeKind.from(types.get(i));
            slots[i] = method.temporary(code, kind, 10 + i);
            code.storeLocal(kind, slots[i]);
        }
        return slots;
    }

    // ---- VarHandle

    private void varHandle(CodeBuilder code, InvokeInstruction invoke, AccessCall access) {
        List<ClassDesc> parameters = invoke.typeSymbol().parameterList();
        int coordinates = parameters.size() - access.values();
        ClassDesc result = invoke.typeSymbol().returnType();
        ClassDesc value = access.values() > 0 ? parameters.getLast() : result;
        Site site = access.configure(method.site(AccessMode.PLAIN, handleName() + "." + invoke.name().stringValue()),
                ValueEncoding.kind(value));
        site.via = Site.Via.VAR_HANDLE;
        if (access.form() != AccessCall.Form.SET && access.form() != AccessCall.Form.COMPARE_AND_SET) {
            site.resultKind = ValueEncoding.kind(result);
        }
        List<ClassDesc> spilled = coordinates == 0 ? parameters : parameters.subList(1, parameters.size());
        int[] slots = spill(code, spilled);
        Label direct = code.newLabel();
        Label end = code.newLabel();
        if (coordinates == 0) {
            Hook.HANDLE_IS_ACTIVE.call(code.dup());
        } else {
            Hook.HANDLE_IS_SHARED.call(code.dup2());
        }
        code.ifeq(direct);
        switch (coordinates) {
            case 0 -> Hook.HANDLE_STATIC_LOCATION.call(code, site);
            case 1 -> Hook.HANDLE_LOCATION.call(code, site);
            default -> Hook.HANDLE_ELEMENT.call(code.iload(slots[0]), site);
        }
        int first = spilled.size() - access.values();
        operate(code, access, site, spilled.subList(first, spilled.size()), slots, first, result);
        code.goto_(end).labelBinding(direct);
        if (access.form() != AccessCall.Form.GET && coordinates > 0) {
            localWrite(code, access, parameters, coordinates, slots);
        }
        for (int i = 0; i < spilled.size(); i++) {
            code.loadLocal(TypeKind.from(spilled.get(i)), slots[i]);
        }
        code.with(invoke).labelBinding(end);
    }

    /** Before a write to an object only this thread knows: notes whether it changes anything. Handle, object on top. */
    private void localWrite(CodeBuilder code, AccessCall access, List<ClassDesc> parameters, int coordinates,
            int[] slots) {
        if (access.form() != AccessCall.Form.SET) {
            Hook.CHANGE.call(code.dup());
            return;
        }
        ClassDesc type = parameters.getLast();
        int holder = method.temporary(code, TypeKind.REFERENCE, 2);
        int handle = method.temporary(code, TypeKind.REFERENCE, 3);
        code.astore(holder).astore(handle).aload(holder).aload(handle).aload(holder);
        if (coordinates == 2) {
            code.iload(slots[0]);
        }
        code.invokevirtual(ConstantDescs.CD_VarHandle, "get",
                MethodTypeDesc.of(type, parameters.subList(0, coordinates)));
        code.loadLocal(TypeKind.from(type), slots[slots.length - 1]);
        ValueEncoding.localChange(code, type);
        code.aload(handle).aload(holder);
    }

    private String handleName() {
        return method.handles.isEmpty() ? "VarHandle" : method.handles.pop();
    }

    /** The place is on the stack: adds the values and calls the access. */
    private void operate(CodeBuilder code, AccessCall access, Site site, List<ClassDesc> values, int[] slots, int first,
            ClassDesc result) {
        for (int i = 0; i < values.size(); i++) {
            ClassDesc type = values.get(i);
            code.loadLocal(TypeKind.from(type), slots[first + i]);
            boolean comparedOnly = access.values() == 2 && i == 0;
            ValueEncoding.toLong(code, ValueEncoding.kind(type), site, comparedOnly);
        }
        Hook hook = switch (access.form()) {
            case GET -> Hook.GET;
            case SET -> Hook.SET;
            case COMPARE_AND_SET -> Hook.COMPARE_AND_SET;
            case COMPARE_AND_EXCHANGE -> Hook.COMPARE_AND_EXCHANGE;
            default -> Hook.GET_AND_UPDATE;
        };
        hook.call(code, site);
        if (access.form() != AccessCall.Form.SET && access.form() != AccessCall.Form.COMPARE_AND_SET) {
            ValueEncoding.fromLong(code, result, site);
        }
    }

    // ---- Unsafe

    private void unsafe(CodeBuilder code, InvokeInstruction invoke, AccessCall access) {
        List<ClassDesc> parameters = invoke.typeSymbol().parameterList();
        ClassDesc result = invoke.typeSymbol().returnType();
        ClassDesc value = access.values() > 0 ? parameters.getLast() : result;
        Site site = access.configure(method.site(AccessMode.PLAIN, invoke.name().stringValue()),
                ValueEncoding.kind(value));
        List<ClassDesc> spilled = parameters.subList(1, parameters.size());
        int[] slots = spill(code, spilled);
        Label direct = code.newLabel();
        Label end = code.newLabel();
        Hook.IS_SHARED.call(code.dup()).ifeq(direct);
        Hook.UNSAFE_LOCATION.call(code.swap().pop().lload(slots[0]), site);
        operate(code, access, site, spilled.subList(1, spilled.size()), slots, 1, result);
        code.goto_(end).labelBinding(direct);
        if (access.form() != AccessCall.Form.GET) {
            Hook.CHANGE.call(code.dup());
        }
        for (int i = 0; i < spilled.size(); i++) {
            code.loadLocal(TypeKind.from(spilled.get(i)), slots[i]);
        }
        code.with(invoke).labelBinding(end);
    }
}
