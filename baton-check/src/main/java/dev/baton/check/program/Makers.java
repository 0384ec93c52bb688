package dev.baton.check.program;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which exceptions code of the program makes by itself. An error of linking or of memory has the same stack trace whether the
 * virtual machine throws it at an instruction or the program writes {@code throw new NoClassDefFoundError()}. The
 * instruction tells them apart: a call of the constructor.
 */
final class Makers {
    private final Function<String, byte @Nullable []> originals;

    /** @param originals the class file of an internal name as the user has it, or null */
    Makers(Function<String, byte @Nullable []> originals) {
        this.originals = originals;
    }

    /** The method on top of the stack, which is the program's, calls the constructor of the exception there. */
    boolean isMade(Throwable thrown) {
        if (thrown.getClass().getClassLoader() instanceof ProgramLoader) {
            return true;
        }
        StackTraceElement[] trace = thrown.getStackTrace();
        if (trace.length == 0 || !ProgramLoader.NAME.equals(trace[0].getClassLoaderName())) {
            return false;
        }
        byte[] bytes = originals.apply(trace[0].getClassName().replace('.', '/'));
        if (bytes == null) {
            return false;
        }
        String type = thrown.getClass().getName().replace('.', '/');
        return ClassFile.of().parse(bytes).methods().stream().filter(each -> each.code().isPresent()
                && each.methodName().equalsString(trace[0].getMethodName()))
                .anyMatch(each -> constructs(each, type, trace[0].getLineNumber()));
    }

    /** @param line where; negative for anywhere */
    private static boolean constructs(MethodModel method, String type, int line) {
        int at = -1;
        for (CodeElement element : method.code().orElseThrow()) {
            if (element instanceof LineNumber next) {
                at = next.line();
            } else if (element instanceof InvokeInstruction call && (line < 0 || line == at)
                    && call.name().equalsString("<init>") && call.owner().asInternalName().equals(type)) {
                return true;
            }
        }
        return false;
    }
}
