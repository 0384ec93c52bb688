package dev.baton.check.program;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Set;

/** Rewrites what looks into an exception: it may be another thread's, and then its message may not be seen yet. */
final class FailureRewriter {
    private static final String THROWABLE = "java/lang/Throwable";

    /** Methods of exceptions that read what only their class sees. */
    private static final Set<String> LOOKING = Set.of("getMessage", "getLocalizedMessage", "getCause", "getStackTrace",
            "getSuppressed", "toString");

    private final CodeRewriter method;

    FailureRewriter(CodeRewriter method) {
        this.method = method;
    }

    /** The method of the JDK reads what an exception has of itself. */
    static boolean looks(String declaring, String name, ClassIndex index) {
        return declaring.equals("java/lang/Object") && name.equals("toString")
                || LOOKING.contains(name) && index.isSubclass(declaring, THROWABLE);
    }

    /** Before a call of a method of the JDK. */
    void call(CodeBuilder code, InvokeInstruction invoke, String declaring) {
        String name = invoke.name().stringValue();
        List<ClassDesc> parameters = invoke.typeSymbol().parameterList();
        if (invoke.opcode() != Opcode.INVOKESTATIC && parameters.isEmpty()
                && looks(declaring, name, method.instrumenter.index())) {
            Hook.LOOKS_INTO.call(code.dup(), method.call(name));
            return;
        }
        boolean takesAny = name.equals("valueOf") && declaring.equals("java/lang/String")
                || name.equals("toString") && declaring.equals("java/util/Objects")
                || name.startsWith("format") && declaring.equals("java/lang/String");
        if (takesAny || parameters.stream().anyMatch(this::isFailure)) {
            given(code, parameters, name);
        }
    }

    /** The arguments on the stack are looked into, if they are exceptions. */
    void given(CodeBuilder code, List<ClassDesc> parameters, String what) {
        if (parameters.stream().noneMatch(this::mayBeFailure)) {
            return;
        }
        int[] slots = method.spill(code, parameters);
        for (int i = 0; i < slots.length; i++) {
            ClassDesc type = parameters.get(i);
            code.loadLocal(TypeKind.from(type), slots[i]);
            if (type.equals(ConstantDescs.CD_Object)) {
                Hook.SHOWN.call(code, method.call(what));
            } else if (mayBeFailure(type)) {
                Hook.LOOKS_INTO.call(code.dup(), method.call(what));
            }
        }
    }

    /** The arguments of a concatenation on the stack: its type from now on. */
    MethodTypeDesc shown(CodeBuilder code, MethodTypeDesc type) {
        MethodTypeDesc shown = MethodTypeDesc.of(type.returnType(),
                type.parameterList().stream().map(each -> isThread(each) ? ConstantDescs.CD_Object : each).toList());
        given(code, shown.parameterList(), "text");
        return shown;
    }

    private boolean isThread(ClassDesc type) {
        return type.isClassOrInterface() && method.instrumenter.index().isSubclass(
                type.descriptorString().substring(1, type.descriptorString().length() - 1), "java/lang/Thread");
    }

    /** Text is put together by {@code +}. */
    static boolean isConcatenation(InvokeDynamicInstruction invoke) {
        return invoke.bootstrapMethod().owner().displayName().equals("StringConcatFactory");
    }

    private boolean mayBeFailure(ClassDesc type) {
        return type.equals(ConstantDescs.CD_Object) || type.equals(ConstantDescs.CD_Object.arrayType())
                || isFailure(type);
    }

    private boolean isFailure(ClassDesc type) {
        return type.isClassOrInterface()
                && isFailure(type.descriptorString().substring(1, type.descriptorString().length() - 1));
    }

    private boolean isFailure(String internalName) {
        return method.instrumenter.index().isSubclass(internalName, THROWABLE);
    }
}
