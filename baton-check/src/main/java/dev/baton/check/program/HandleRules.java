package dev.baton.check.program;

import java.lang.invoke.MethodType;

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
}
