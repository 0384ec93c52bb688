package dev.baton.check.program;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DirectMethodHandleDesc.Kind;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes references to methods of the JDK out as lambdas: {@code Thread::start} becomes a method that calls
 * {@code start}, and a reference to that one. The JDK would run the method behind a reference unseen; a call is rewritten or
 * refused as any other.
 */
final class MethodReferences {
    private static final String METAFACTORY = "LambdaMetafactory";

    private final ClassModel model;
    private final Predicate<DirectMethodHandleDesc> isSeen;
    private final ClassDesc self;
    private final boolean isInterface;
    private final List<Spelled> spelled = new ArrayList<>();

    /** A call in the place of a reference. */
    private record Spelled(String name, MethodTypeDesc type, DirectMethodHandleDesc target, int line) {}

    private MethodReferences(ClassModel model, Predicate<DirectMethodHandleDesc> isSeen) {
        this.model = model;
        this.isSeen = isSeen;
        this.self = model.thisClass().asSymbol();
        this.isInterface = model.flags().has(AccessFlag.INTERFACE);
    }

    /**
     * The class file with the references written out that would run unseen; the same if there are none.
     *
     * @param isSeen whether a method can be left to the JDK to call
     */
    static byte[] spellOut(ClassFile classFile, byte[] bytes, Predicate<DirectMethodHandleDesc> isSeen) {
        ClassModel model = classFile.parse(bytes);
        MethodReferences references = new MethodReferences(model, isSeen);
        return references.areAny() ? classFile.transformClass(model, (builder, element) -> {
            if (element instanceof MethodModel method && method.code().map(references::areIn).orElse(false)) {
                references.rewrite(builder, method);
            } else {
                builder.with(element);
            }
        }) : bytes;
    }

    private boolean areAny() {
        return model.methods().stream().anyMatch(each -> each.code().map(this::areIn).orElse(false));
    }

    private boolean areIn(CodeModel code) {
        return code.elementStream()
                .anyMatch(each -> each instanceof InvokeDynamicInstruction invoke && target(invoke) != null);
    }

    /** The method behind a reference that would run unseen; null for every other instruction. */
    private @Nullable DirectMethodHandleDesc target(InvokeDynamicInstruction invoke) {
        List<ConstantDesc> arguments = invoke.bootstrapArgs();
        return invoke.bootstrapMethod().owner().displayName().equals(METAFACTORY) && arguments.size() > 1
                && arguments.get(1) instanceof DirectMethodHandleDesc handle && handle.kind() != Kind.SPECIAL
                && handle.kind() != Kind.INTERFACE_SPECIAL && !isSeen.test(handle) ? handle : null;
    }

    private void rewrite(ClassBuilder builder, MethodModel method) {
        int before = spelled.size();
        int[] line = {0};
        builder.transformMethod(method, MethodTransform.transformingCode((code, element) -> {
            if (element instanceof LineNumber number) {
                line[0] = number.line();
            }
            DirectMethodHandleDesc target = element instanceof InvokeDynamicInstruction invoke ? target(invoke) : null;
            if (target == null) {
                code.with(element);
            } else {
                replace(code, (InvokeDynamicInstruction) element, target, line[0]);
            }
        }));
        for (Spelled each : List.copyOf(spelled.subList(before, spelled.size()))) {
            int flags = ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;
            builder.withMethodBody(each.name, each.type, flags, code -> call(code, each));
        }
    }

    private void replace(CodeBuilder code, InvokeDynamicInstruction invoke, DirectMethodHandleDesc target, int line) {
        String name = "lambda$" + target.methodName().replaceAll("[<>]", "") + "$reference" + spelled.size();
        // What the reference holds has the type that it was made with, the rest that of the method.
        MethodTypeDesc type = target.invocationType();
        List<ClassDesc> parameters = new ArrayList<>(type.parameterList());
        List<ClassDesc> held = invoke.typeSymbol().parameterList();
        for (int i = 0; i < held.size(); i++) {
            parameters.set(i, held.get(i));
        }
        MethodTypeDesc own = MethodTypeDesc.of(type.returnType(), parameters);
        spelled.add(new Spelled(name, own, target, line));
        ConstantDesc[] arguments = invoke.bootstrapArgs().toArray(ConstantDesc[]::new);
        arguments[1] = MethodHandleDesc.ofMethod(isInterface ? Kind.INTERFACE_STATIC : Kind.STATIC, self, name, own);
        code.invokedynamic(DynamicCallSiteDesc.of(invoke.bootstrapMethod(), invoke.name().stringValue(),
                invoke.typeSymbol(), arguments));
    }

    private static void call(CodeBuilder code, Spelled each) {
        DirectMethodHandleDesc target = each.target;
        MethodTypeDesc type = MethodTypeDesc.ofDescriptor(target.lookupDescriptor());
        if (each.line > 0) {
            code.lineNumber(each.line);
        }
        if (target.kind() == Kind.CONSTRUCTOR) {
            code.new_(target.owner()).dup();
        }
        for (int i = 0; i < each.type.parameterCount(); i++) {
            code.loadLocal(TypeKind.from(each.type.parameterType(i)), code.parameterSlot(i));
        }
        switch (target.kind()) {
            case CONSTRUCTOR -> code.invokespecial(target.owner(), "<init>", type);
            case STATIC, INTERFACE_STATIC -> code.invokestatic(target.owner(), target.methodName(), type,
                    target.isOwnerInterface());
            case INTERFACE_VIRTUAL -> code.invokeinterface(target.owner(), target.methodName(), type);
            default -> code.invokevirtual(target.owner(), target.methodName(), type);
        }
        code.return_(TypeKind.from(each.type.returnType()));
    }
}
