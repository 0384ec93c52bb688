package dev.baton.check.program;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.List;
import java.util.Set;

/**
 * Rewrites calls of Unsafe, the JDK's own and the one for everybody: accesses to fields and array elements. What else of it
 * touches memory, by an address above all, cannot be modelled.
 */
final class UnsafeRewriter {
    private static final Set<String> CLASSES = Set.of("jdk/internal/misc/Unsafe", "sun/misc/Unsafe");

    /** Methods that touch no memory of the program. */
    private static final Set<String> HARMLESS = Set.of("getUnsafe", "objectFieldOffset", "staticFieldOffset",
            "staticFieldBase", "arrayBaseOffset", "arrayIndexScale", "addressSize", "pageSize", "isBigEndian",
            "unalignedAccess", "allocateInstance", "allocateUninitializedArray", "ensureClassInitialized",
            "shouldBeInitialized", "throwException", "dataCacheLineFlushSize", "isWritebackEnabled", "hashCode",
            "equals", "getClass", "toString");

    private final CodeRewriter method;

    UnsafeRewriter(CodeRewriter method) {
        this.method = method;
    }

    static boolean isUnsafe(String owner) {
        return CLASSES.contains(owner);
    }

    void rewrite(CodeBuilder code, InvokeInstruction invoke) {
        String name = invoke.name().stringValue();
        List<ClassDesc> parameters = invoke.typeSymbol().parameterList();
        AccessCall access = AccessCall.of(name, true);
        if (access != null && parameters.size() == 2 + access.values() && !parameters.getFirst().isPrimitive()
                && parameters.get(1).equals(ConstantDescs.CD_long)) {
            access(code, invoke, access);
            return;
        }
        if (name.equals("setMemory") && parameters.size() == 4 || name.equals("copyMemory") && parameters.size() == 5) {
            int[] slots = method.spill(code, parameters);
            code.pop();
            for (int i = 0; i < slots.length; i++) {
                code.loadLocal(TypeKind.from(parameters.get(i)), slots[i]);
            }
            (parameters.size() == 4 ? Hook.SET_MEMORY : Hook.COPY_MEMORY).call(code, method.call("Unsafe." + name));
            return;
        }
        if (!HARMLESS.contains(name)) {
            boolean isByAddress = !parameters.isEmpty() && parameters.getFirst().equals(ConstantDescs.CD_long);
            Hook.UNMODELLED.call(code,
                    method.call("Unsafe." + name + (isByAddress ? " (memory by its address)" : "")));
        }
        code.with(invoke);
    }

    private void access(CodeBuilder code, InvokeInstruction invoke, AccessCall access) {
        List<ClassDesc> parameters = invoke.typeSymbol().parameterList();
        ClassDesc result = invoke.typeSymbol().returnType();
        ClassDesc value = access.values() > 0 ? parameters.getLast() : result;
        Site site = method.site(invoke.name().stringValue(),
                access.operation(Operation.Via.OTHER, ValueEncoding.kind(value)));
        int[] slots = method.spill(code, parameters);
        Label direct = code.newLabel();
        Label end = code.newLabel();
        Hook.IS_UNSAFE_STEP.call(code.aload(slots[0]), site).ifeq(direct);
        Hook.UNSAFE_LOCATION.call(code.pop().aload(slots[0]).lload(slots[1]), site);
        access.call(code, site, parameters.subList(2, parameters.size()), slots, 2, result);
        code.goto_(end).labelBinding(direct);
        if (access.form() != AccessCall.Form.GET) {
            Hook.CHANGE.call(code.aload(slots[0]));
        }
        for (int i = 0; i < slots.length; i++) {
            code.loadLocal(TypeKind.from(parameters.get(i)), slots[i]);
        }
        code.with(invoke).labelBinding(end);
    }
}
