package dev.baton.fault;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The library once more, rewritten: before each instruction that allocates, and before each call of the JDK that is known
 * to, it asks {@link AllocationFault#check}. Static initializers are left alone, as a failure there would stay.
 */
final class FaultyClasses extends ClassLoader {
    private static final ClassDesc FAULT = ClassDesc.of(AllocationFault.class.getName());
    private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(ConstantDescs.CD_void);
    private static final MethodTypeDesc NAME = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String);
    private static final String TRIALS = FaultyClasses.class.getPackageName() + ".trial.";

    /** Calls of the JDK that allocate, or start a thread: owner and name. */
    private static final Set<String> ALLOCATING_CALLS = Set.of("java/lang/ThreadLocal.get", "java/lang/ThreadLocal.set",
            "java/lang/Thread.ofVirtual", "java/lang/Thread$Builder$OfVirtual.start", "java/lang/Thread$Builder.start",
            "java/util/List.add", "java/util/ArrayList.add", "java/util/concurrent/Executor.execute",
            "java/util/concurrent/CompletableFuture.completedFuture",
            "java/util/concurrent/CompletableFuture.failedFuture",
            "java/util/concurrent/CompletableFuture.whenComplete",
            "java/lang/Integer.valueOf", "java/lang/Long.valueOf");

    FaultyClasses(ClassLoader parent) {
        super(parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!isOwn(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    /** The library, and the trials, which must meet this copy of it. */
    private static boolean isOwn(String name) {
        boolean library = name.startsWith("dev.baton.") && !name.startsWith("dev.baton.fault.")
                && !name.startsWith("dev.baton.testing.");
        return library || name.startsWith(TRIALS);
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] original = file.readAllBytes();
            byte[] bytes = name.startsWith(TRIALS) ? original : rewritten(original);
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException failure) {
            throw new ClassNotFoundException(name, failure);
        }
    }

    static byte[] rewritten(byte[] original) {
        ClassFile files = ClassFile.of();
        ClassModel type = files.parse(original);
        return files.transformClass(type, (builder, element) -> {
            if (element instanceof MethodModel method && isNoInitializer(method)) {
                builder.transformMethod(method,
                        MethodTransform.transformingCode(asking(Operations.nameOf(type, method))));
            } else {
                builder.with(element);
            }
        });
    }

    /** Asks before each allocation; an operation of the library notes that it was entered, too. */
    private static CodeTransform asking(@Nullable String operation) {
        return new CodeTransform() {
            @Override
            public void atStart(CodeBuilder code) {
                if (operation != null) {
                    code.ldc(operation).invokestatic(FAULT, "entered", NAME);
                }
            }

            @Override
            public void accept(CodeBuilder code, CodeElement element) {
                if (allocates(element)) {
                    code.invokestatic(FAULT, "check", NOTHING);
                }
                code.with(element);
            }
        };
    }

    private static boolean isNoInitializer(MethodModel method) {
        return !method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME);
    }

    private static boolean allocates(CodeElement element) {
        return switch (element) {
            case NewObjectInstruction _,NewPrimitiveArrayInstruction _ -> true;
            case NewReferenceArrayInstruction _,NewMultiArrayInstruction _ -> true;
            case InvokeDynamicInstruction _ -> true;
            case InvokeInstruction call ->
                ALLOCATING_CALLS.contains(call.owner().asInternalName() + "." + call.name().stringValue());
            default -> false;
        };
    }
}
