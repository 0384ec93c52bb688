package dev.baton.check.program;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;

/**
 * Class files from before Java 7, in the form that those of today have: without subroutines, and with the frames that the verifier
 * starts from. What comes after needs to know one form only.
 */
final class OldClassFiles {
    private OldClassFiles() {}

    private static final MethodTransform INLINE = (method, element) -> {
        if (element instanceof CodeModel code) {
            method.withCode(into -> Subroutines.inline(code, into));
        } else {
            method.with(element);
        }
    };

    /** @param classFile knows the classes of the program */
    static byte[] renew(ClassFile classFile, byte[] bytes) {
        ClassModel model = classFile.parse(bytes);
        if (model.majorVersion() >= ClassFile.JAVA_7_VERSION) {
            return bytes;
        }
        return classFile.transformClass(model, (builder, element) -> {
            switch (element) {
                case ClassFileVersion version -> builder.with(ClassFileVersion.of(ClassFile.JAVA_7_VERSION, 0));
                case MethodModel method -> {
                    boolean hasSubroutines = method.code().map(Subroutines::areIn).orElse(false);
                    builder.transformMethod(method,
                            hasSubroutines ? INLINE : MethodTransform.transformingCode(CodeTransform.ACCEPT_ALL));
                }
                default -> builder.with(element);
            }
        });
    }
}
