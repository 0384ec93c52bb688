package dev.baton.check.program;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.reflect.AccessFlag;
import java.util.HashSet;
import java.util.Set;

/**
 * Lets rewritten classes also tell from which reads their values, places and branches were computed: what hardware keeps in order.
 * Only checks under models that ask for it run such classes.
 */
final class DependencyRewriter {
    private final ClassFile classFile;
    private final ClassModel model;

    private DependencyRewriter(ClassFile classFile, byte[] bytes) {
        this.classFile = classFile;
        this.model = classFile.parse(bytes);
    }

    static byte[] rewrite(byte[] bytes, ClassIndex index) {
        ClassFile classFile = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(Linkage.hierarchy(index)),
                ClassFile.StackMapsOption.GENERATE_STACK_MAPS, ClassFile.DeadCodeOption.PATCH_DEAD_CODE);
        return new DependencyRewriter(classFile, bytes).rewrite();
    }

    private byte[] rewrite() {
        try {
            return rewriteAllBut(Set.of());
        } catch (IllegalArgumentException problem) {
            return rewriteAllBut(tooLarge());
        }
    }

    private byte[] rewriteAllBut(Set<MethodModel> untold) {
        return classFile.transformClass(model, (builder, element) -> {
            if (element instanceof MethodModel method && isTold(method) && !untold.contains(method)) {
                builder.transformMethod(method, telling(method));
            } else {
                builder.with(element);
            }
        });
    }

    private static boolean isTold(MethodModel method) {
        return method.code().isPresent() && !method.methodName().equalsString("<clinit>");
    }

    private static MethodTransform telling(MethodModel method) {
        CodeModel code = method.code().orElseThrow();
        return MethodTransform.transformingCode(new DependencyCode(method.methodName().stringValue(),
                method.methodTypeSymbol(), method.flags().has(AccessFlag.STATIC), code));
    }

    /** The methods that would be longer than a class file allows: to their callers they are code out of sight. */
    private Set<MethodModel> tooLarge() {
        Set<MethodModel> found = new HashSet<>();
        for (MethodModel method : model.methods()) {
            if (isTold(method)) {
                try {
                    classFile.build(model.thisClass().asSymbol(),
                            builder -> builder.transformMethod(method, telling(method)));
                } catch (IllegalArgumentException problem) {
                    found.add(method);
                }
            }
        }
        return found;
    }
}
