package dev.baton.check.program;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;

/**
 * The border between the program and the checker. Rewritten code does not call a hook itself, but a method of the same
 * name in a class made here, which calls the hook and catches whatever comes out of it. So an exception that the checker
 * made by mistake is known as such where it leaves the checker, whatever the program would do with it; one that stands in
 * the place of the JDK's goes on. The classes are shared by all programs under check.
 */
final class Gates extends ClassLoader {
    private static final String HOOKS = "dev.baton.check.replay.";
    private static final String PACKAGE = HOOKS + "gate.";

    private static final ClassDesc OBJECTS = ClassDesc.of("java.util.Objects");
    private static final MethodTypeDesc REQUIRE = MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_Object);

    /** Begins the name of the gate for a call on an object, which must not be null, in the place of one of its methods. */
    static final String ON_OBJECT = "on$";

    static {
        registerAsParallelCapable();
    }

    private static final Gates ALL = new Gates();

    private Gates() {
        super("gates of the checker", Gates.class.getClassLoader());
    }

    /** The class that rewritten code calls instead of a class of hooks. */
    static ClassDesc of(ClassDesc hooks) {
        return ClassDesc.of(nameOf(hooks));
    }

    static String nameOf(ClassDesc hooks) {
        return PACKAGE + hooks.displayName();
    }

    static boolean isGate(String name) {
        return name.startsWith(PACKAGE);
    }

    static Class<?> load(String name) throws ClassNotFoundException {
        return ALL.loadClass(name);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (!isGate(name)) {
            throw new ClassNotFoundException(name);
        }
        String hooks = HOOKS + name.substring(PACKAGE.length());
        try (InputStream in = getParent().getResourceAsStream(hooks.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            ClassModel model = ClassFile.of().parse(in.readAllBytes());
            byte[] gate = ClassFile.of().build(ClassDesc.of(name), builder -> build(builder, model));
            return defineClass(name, gate, 0, gate.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private static void build(ClassBuilder builder, ClassModel hooks) {
        builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC);
        ClassDesc owner = hooks.thisClass().asSymbol();
        for (MethodModel method : hooks.methods()) {
            if (method.flags().has(AccessFlag.PUBLIC) && method.flags().has(AccessFlag.STATIC)) {
                MethodTypeDesc type = method.methodTypeSymbol();
                String name = method.methodName().stringValue();
                int flags = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC;
                builder.withMethodBody(name, type, flags, code -> call(code, owner, name, type));
                if (type.parameterCount() > 0 && !type.parameterType(0).isPrimitive()) {
                    builder.withMethodBody(ON_OBJECT + name, type, flags, code -> {
                        code.aload(0).invokestatic(OBJECTS, "requireNonNull", REQUIRE).pop();
                        call(code, owner, name, type);
                    });
                }
            }
        }
    }

    private static void call(CodeBuilder code, ClassDesc owner, String name, MethodTypeDesc type) {
        code.trying(inside -> {
            loadArguments(inside, type);
            inside.invokestatic(owner, name, type).return_(TypeKind.from(type.returnType()));
        }, failing -> failing.catchingAll(handler -> sort(handler, type)));
    }

    private static void loadArguments(CodeBuilder code, MethodTypeDesc type) {
        for (int i = 0; i < type.parameterCount(); i++) {
            code.loadLocal(TypeKind.from(type.parameterType(i)), code.parameterSlot(i));
        }
    }

    /** Asks whose fault the exception on the stack is, and whether the program gave the hook a null. */
    private static void sort(CodeBuilder code, MethodTypeDesc type) {
        code.iconst_0();
        for (int i = 0; i < type.parameterCount(); i++) {
            if (!type.parameterType(i).isPrimitive()) {
                Hook.OR_NULL.callUnguarded(code.aload(code.parameterSlot(i)));
            }
        }
        Hook.SORT.callUnguarded(code).athrow();
    }
}
