package dev.baton.check.api;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs the tests of a class in which Lincheck only notes what it is asked. The test's own code makes the options, so
 * nothing about them is guessed. Every way into Lincheck makes a {@code LinChecker}; here its constructor keeps its
 * arguments and throws.
 */
final class OptionsRecorder extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private static final String CHECKER = "org.jetbrains.kotlinx.lincheck.LinChecker";
    private static final ClassDesc CHECKER_CLASS = ClassDesc.of(CHECKER);
    private static final String NOTED = "noted";
    private static final ClassDesc LIST = ClassDesc.of("java.util.List");
    private static final String[] OUTSIDE = {"java.", "javax.", "jdk.", "sun.", "com.sun.", "dev.baton.check.",
            "org.junit.", "junit.", "org.opentest4j.", "org.apiguardian."};
    private static final Set<String> TESTS = Set.of("Lorg/junit/Test;", "Lorg/junit/jupiter/api/Test;");

    private final ClassLoader user;

    private OptionsRecorder(ClassLoader user) {
        super("options of Lincheck", user);
        this.user = user;
    }

    /**
     * What the tests of a class ask of Lincheck for a class with operations.
     *
     * @param holder  the class with the tests
     * @param subject the class with the operations
     */
    static List<LincheckOptions> read(Class<?> holder, Class<?> subject) {
        List<LincheckOptions> found = new ArrayList<>();
        OptionsRecorder recorder = new OptionsRecorder(holder.getClassLoader());
        for (ClassModel each : LincheckClass.lineage(holder)) {
            for (MethodModel method : each.methods()) {
                if (method.methodType().stringValue().startsWith("()") && asksLincheck(method, each, new HashSet<>())) {
                    LincheckAnnotations.all(method).stream()
                            .filter(test -> TESTS.contains(test.className().stringValue())).findFirst()
                            .ifPresent(test -> recorder.run(holder, subject, method, isExpected(test), found));
                }
            }
        }
        return found;
    }

    private static boolean isExpected(Annotation test) {
        return LincheckAnnotations.value(test, "expected").map(
                each -> !((AnnotationValue.OfClass) each).classSymbol().descriptorString().endsWith("Test$None;"))
                .orElse(false);
    }

    /** Whether a method, or one of the same class that it uses, calls Lincheck: other tests are left alone. */
    private static boolean asksLincheck(MethodModel method, ClassModel owner, Set<String> seen) {
        if (!seen.add(method.methodName().stringValue() + method.methodType().stringValue())
                || method.code().isEmpty()) {
            return false;
        }
        for (CodeElement each : method.code().get()) {
            if (each instanceof InvokeInstruction call) {
                String called = call.owner().asInternalName();
                if (called.startsWith("org/jetbrains/lincheck/") || called.startsWith("org/jetbrains/kotlinx/lincheck/")
                        || isWithin(owner, call.name().stringValue(), call.type().stringValue(), seen)) {
                    return true;
                }
            } else if (each instanceof InvokeDynamicInstruction dynamic) {
                for (Object argument : dynamic.bootstrapArgs()) {
                    if (argument instanceof DirectMethodHandleDesc handle
                            && isWithin(owner, handle.methodName(), handle.lookupDescriptor(), seen)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static boolean isWithin(ClassModel owner, String name, String type, Set<String> seen) {
        return owner.methods().stream()
                .anyMatch(each -> each.methodName().equalsString(name) && each.methodType().equalsString(type)
                        && asksLincheck(each, owner, seen));
    }

    private void run(Class<?> holder, Class<?> subject, MethodModel test, boolean fails, List<LincheckOptions> found) {
        try {
            List<@Nullable Object> noted = new ArrayList<>();
            loadClass(CHECKER).getField(NOTED).set(null, noted);
            Class<?> type = loadClass(holder.getName());
            Object object = Reloaded.newInstance(type);
            Method method = method(type, test.methodName().stringValue());
            method.setAccessible(true);
            try {
                method.invoke(object);
            } catch (InvocationTargetException ended) {
                // as it should: the constructor throws
            }
            for (int i = 0; i + 1 < noted.size(); i += 2) {
                if (noted.get(i) instanceof Class<?> asked && asked.getName().equals(subject.getName())) {
                    Object options = noted.get(i + 1);
                    found.add(options == null ? LincheckOptions.USUAL : LincheckOptions.of(options, fails));
                }
            }
        } catch (Exception | LinkageError unreadable) {
            // without Lincheck on the class path, or with another Lincheck: its defaults hold
        }
    }

    private static Method method(Class<?> type, String name) throws NoSuchMethodException {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                if (method.getName().equals(name) && method.getParameterCount() == 0) {
                    return method;
                }
            }
        }
        throw new NoSuchMethodException(name);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        for (String each : OUTSIDE) {
            if (name.startsWith(each)) {
                return super.loadClass(name, resolve);
            }
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream in = user.getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = in.readAllBytes();
            byte[] defined = name.equals(CHECKER) ? noting(bytes) : bytes;
            return defineClass(name, defined, 0, defined.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /** The class of Lincheck with a constructor that keeps its arguments in a list and throws. */
    private static byte[] noting(byte[] bytes) {
        ClassDesc error = ClassDesc.of("java.lang.AssertionError");
        MethodTypeDesc add = MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_Object);
        ClassTransform transform = (builder, element) -> {
            if (element instanceof MethodModel method && method.methodName().equalsString(ConstantDescs.INIT_NAME)) {
                builder.withMethodBody(method.methodName(), method.methodType(), ClassFile.ACC_PUBLIC, code -> code
                        .aload(0)
                        .invokespecial(ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                        .getstatic(CHECKER_CLASS, NOTED, LIST).aload(1).invokeinterface(LIST, "add", add).pop()
                        .getstatic(CHECKER_CLASS, NOTED, LIST).aload(2).invokeinterface(LIST, "add", add).pop()
                        .new_(error).dup().invokespecial(error, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                        .athrow());
            } else {
                builder.with(element);
            }
        };
        ClassFile file = ClassFile.of();
        return file.transformClass(file.parse(bytes), transform.andThen(ClassTransform.endHandler(
                builder -> builder.withField(NOTED, LIST, ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC))));
    }
}
