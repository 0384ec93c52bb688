package dev.baton.check.program;

import java.lang.classfile.Annotation;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Interfaces;
import java.lang.classfile.MethodElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandleInfo;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Rewrites one class: accesses become calls of the hooks, and its objects get room for a tag. */
final class Instrumenter {
    static final ClassDesc TAG = ClassDesc.of("dev.baton.check.replay.Tag");
    static final ClassDesc TAGGED = ClassDesc.of("dev.baton.check.replay.Tagged");
    static final String TAG_NAME = "$batonTag";

    private final ProgramLoader loader;
    private final Sites sites;
    private final ClassIndex index;
    private final ClassFile classFile;

    Instrumenter(ProgramLoader loader, Sites sites, ClassIndex index) {
        this.loader = loader;
        this.sites = sites;
        this.index = index;
        this.classFile = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(Linkage.hierarchy(index)),
                ClassFile.StackMapsOption.GENERATE_STACK_MAPS, ClassFile.DeadCodeOption.PATCH_DEAD_CODE);
    }

    byte[] rewrite(byte[] bytes) {
        byte[] renewed = OldClassFiles.renew(classFile, bytes);
        String name = classFile.parse(renewed).thisClass().asInternalName();
        ClassModel model = classFile.parse(MethodReferences.spellOut(classFile, renewed,
                handle -> isSeenByReference(handle, name)));
        try {
            return classFile.transformClass(model, new Rewriting(model, Set.of())::accept);
        } catch (IllegalArgumentException problem) {
            Set<MethodModel> tooLarge = tooLarge(model);
            if (tooLarge.isEmpty()) {
                throw problem;
            }
            return classFile.transformClass(model, new Rewriting(model, tooLarge)::accept);
        }
    }

    /** The methods that would be longer than a class file allows. */
    private Set<MethodModel> tooLarge(ClassModel model) {
        Set<MethodModel> found = new HashSet<>();
        for (MethodModel method : model.methods()) {
            try {
                Rewriting alone = new Rewriting(model, Set.of());
                classFile.build(model.thisClass().asSymbol(), builder -> alone.rewrite(builder, method));
            } catch (IllegalArgumentException problem) {
                found.add(method);
            }
        }
        return found;
    }

    /**
     * The JDK may call the method itself: it is rewritten, or reads and writes nothing that threads share. Where the user
     * refers to the JDK's concurrent classes, the call has a line.
     */
    private boolean isSeenByReference(DirectMethodHandleDesc handle, String className) {
        boolean isOfUser = !ShadowNames.isShadow(className);
        String descriptor = handle.owner().descriptorString();
        if (handle.owner().isArray()) {
            return false;
        }
        String owner = descriptor.substring(1, descriptor.length() - 1);
        String nameAndType = handle.methodName() + handle.lookupDescriptor();
        String declaring = index.declaring(owner, nameAndType);
        boolean mayInitialize = isOfUser && handle.refKind() == MethodHandleInfo.REF_invokeStatic
                && isRewritten(declaring)
                && !declaring.equals(className) && index.hasInitializer(declaring);
        return CallRules.replacement(declaring, nameAndType) == null && !mayInitialize
                && !FailureRewriter.looks(declaring, handle.methodName(), index)
                && (isRewritten(declaring) && !(isOfUser && ShadowNames.isShadow(declaring))
                        || CallRules.isPure(declaring) && !CallRules.isUnmodelled(declaring, nameAndType));
    }

    boolean isRewritten(String internalName) {
        return !internalName.startsWith("[") && loader.isRewritten(internalName);
    }

    ClassIndex index() {
        return index;
    }

    Sites sites() {
        return sites;
    }

    /** One class on its way. */
    private final class Rewriting {
        private final ClassModel model;
        private final String name;
        private final String file;
        private final boolean isRoot;
        private final Set<MethodModel> tooLarge;
        private boolean done;

        Rewriting(ClassModel model, Set<MethodModel> tooLarge) {
            this.model = model;
            this.tooLarge = tooLarge;
            this.name = model.thisClass().asInternalName();
            this.file = model.findAttribute(Attributes.sourceFile()).map(SourceFileAttribute::sourceFile)
                    .map(each -> each.stringValue()).orElse(name.substring(name.lastIndexOf('/') + 1));
            boolean isClass = !model.flags().has(AccessFlag.INTERFACE) && !model.flags().has(AccessFlag.MODULE);
            this.isRoot = isClass
                    && !isRewritten(model.superclass().map(each -> each.asInternalName()).orElse("java/lang/Object"));
        }

        void accept(ClassBuilder builder, ClassElement element) {
            if (!done) {
                done = true;
                if (isRoot) {
                    addTag(builder);
                    if (model.interfaces().isEmpty()) {
                        builder.withInterfaceSymbols(TAGGED);
                    }
                }
            }
            if (element instanceof Interfaces interfaces && isRoot) {
                List<ClassDesc> all = new ArrayList<>();
                interfaces.interfaces().forEach(each -> all.add(each.asSymbol()));
                all.add(TAGGED);
                builder.withInterfaceSymbols(all);
            } else if (element instanceof MethodModel method) {
                rewrite(builder, method);
            } else {
                builder.with(element);
            }
        }

        private void addTag(ClassBuilder builder) {
            int flags = ClassFile.ACC_PUBLIC | ClassFile.ACC_SYNTHETIC | ClassFile.ACC_TRANSIENT;
            builder.withField(TAG_NAME, TAG, flags);
            ClassDesc self = model.thisClass().asSymbol();
            int method = ClassFile.ACC_PUBLIC | ClassFile.ACC_SYNTHETIC;
            builder.withMethodBody(TAG_NAME, MethodTypeDesc.of(TAG), method,
                    code -> code.aload(0).getfield(self, TAG_NAME, TAG).areturn());
            builder.withMethodBody(TAG_NAME, MethodTypeDesc.of(ConstantDescs.CD_void, TAG), method,
                    code -> code.aload(0).aload(1).putfield(self, TAG_NAME, TAG).return_());
            if (isInherited("hashCode", "()I")) {
                builder.withMethodBody("hashCode", MethodTypeDesc.of(ConstantDescs.CD_int), method,
                        code -> Hook.IDENTITY_HASH.call(code.aload(0)).ireturn());
            }
            if (isInherited("equals", "(Ljava/lang/Object;)Z")) {
                builder.withMethodBody("equals", MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_Object),
                        method, code -> Hook.SAME.call(code.aload(0).aload(1)).ireturn());
            }
        }

        /** The class has this method from {@link Object}. */
        private boolean isInherited(String method, String type) {
            return model.methods().stream().noneMatch(
                    each -> each.methodName().equalsString(method) && each.methodType().equalsString(type))
                    && model.superclass().map(each -> index.declaring(each.asInternalName(), method + type))
                            .filter("java/lang/Object"::equals).isPresent();
        }

        /**
         * It copies the constants of an enum, which nobody changes. The JDK calls it too, once for each class, and keeps what it
         * returns: steps in it would be there in the first execution only.
         */
        private boolean copiesConstants(MethodModel method) {
            return model.flags().has(AccessFlag.ENUM) && method.methodName().equalsString("values")
                    && method.methodType().equalsString("()[L" + name + ";");
        }

        private void rewrite(ClassBuilder builder, MethodModel method) {
            if (copiesConstants(method)) {
                builder.with(method);
                return;
            }
            if (method.code().isEmpty()) {
                if (method.flags().has(AccessFlag.NATIVE)) {
                    refuse(builder, method);
                } else {
                    builder.with(method);
                }
                return;
            }
            boolean synchronous = method.flags().has(AccessFlag.SYNCHRONIZED);
            int flags = method.flags().flagsMask() & ~ClassFile.ACC_SYNCHRONIZED;
            rewrite(builder, method, flags, synchronous, tooLarge.contains(method));
        }

        /** Native code is out of sight, whether or not its library is there. */
        private void refuse(ClassBuilder builder, MethodModel method) {
            int flags = method.flags().flagsMask() & ~ClassFile.ACC_NATIVE & ~ClassFile.ACC_SYNCHRONIZED;
            String what = name.replace('/', '.') + "." + method.methodName().stringValue();
            builder.withMethodBody(method.methodName(), method.methodType(), flags,
                    code -> Hook.NATIVE.call(code.loadConstant(what)).aconst_null().athrow());
        }

        private void rewrite(ClassBuilder builder, MethodModel method, int flags, boolean synchronous,
                boolean tooLarge) {
            CodeModel code = method.code().orElseThrow();
            CodeRewriter rewriter = new CodeRewriter(Instrumenter.this, name, file, method, code, isRoot, synchronous,
                    tooLarge);
            builder.withMethod(method.methodName(), method.methodType(), flags, target -> {
                for (MethodElement element : method) {
                    if (element == code || element instanceof CodeModel) {
                        target.transformCode(code, rewriter);
                    } else if (!(element instanceof java.lang.classfile.AccessFlags)) {
                        target.with(element);
                    }
                }
            });
        }
    }

    /** Annotation values, for front ends that find them by name. */
    static List<Annotation> annotations(ClassModel model) {
        return model.findAttribute(Attributes.runtimeVisibleAnnotations()).map(each -> each.annotations())
                .orElse(List.of());
    }

    static boolean isConstructorCall(CodeElement element) {
        return element instanceof InvokeInstruction invoke && invoke.opcode() == Opcode.INVOKESPECIAL
                && invoke.name().equalsString("<init>");
    }
}
