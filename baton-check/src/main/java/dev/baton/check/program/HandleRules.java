package dev.baton.check.program;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Which methods a thread under check may run through a MethodHandle or by reflection: there the call is not rewritten. */
public final class HandleRules {
    private HandleRules() {}

    /**
     * Whether nothing of the method's steps is missed if it is not called by rewritten code.
     *
     * @param declaring the class that declares it
     * @param name      its name
     * @param type      its parameters and result
     * @return true if it is rewritten itself, or touches nothing that threads share
     */
    public static boolean isSeen(Class<?> declaring, String name, MethodType type) {
        if (declaring.getClassLoader() instanceof ProgramLoader) {
            return true;
        }
        String owner = declaring.getName().replace('.', '/');
        String nameAndType = name + type.descriptorString();
        return name.equals("<init>") || CallRules.replacement(owner, nameAndType) == null
                && (CallRules.isPure(owner) || !owner.startsWith("java/") && !owner.startsWith("jdk/"))
                && !CallRules.isUnmodelled(owner, nameAndType);
    }

    /**
     * A handle that does what a call of the method does in rewritten code.
     *
     * @param declaring the class that declares it
     * @param name      its name
     * @param type      its parameters and result
     * @param isStatic  whether it is called without an object
     * @param site      the place to name
     * @return the handle; null if a call of the method is not replaced
     */
    public static @Nullable MethodHandle replacing(Class<?> declaring, String name, MethodType type, boolean isStatic,
            int site) {
        String owner = declaring.getName().replace('.', '/');
        CallRules.Replacement found = CallRules.replacement(owner, name + type.descriptorString());
        if (found == null) {
            return null;
        }
        try {
            MethodTypeDesc wanted = CallRewriter.replacementType(owner,
                    MethodTypeDesc.ofDescriptor(type.descriptorString()), !isStatic);
            Class<?> gate = Gates.load(Gates.nameOf(ClassDesc.ofInternalName(found.owner())));
            MethodHandle handle = MethodHandles.publicLookup().findStatic(gate,
                    (isStatic ? "" : Gates.ON_OBJECT) + found.name(),
                    MethodType.fromMethodDescriptorString(wanted.descriptorString(), gate.getClassLoader()));
            return MethodHandles.insertArguments(handle, handle.type().parameterCount() - 1, site);
        } catch (ReflectiveOperationException wrong) {
            throw new IllegalStateException(wrong);
        }
    }
}
