package dev.baton.check.program;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;

/** A class file that no compiler of today makes, in a loader of its own and in that of a program under check. */
final class GeneratedClass extends ClassLoader {
    private final String name;
    private final byte[] bytes;

    GeneratedClass(String name, byte[] bytes) {
        super(GeneratedClass.class.getClassLoader());
        this.name = name;
        this.bytes = bytes.clone();
    }

    @Override
    protected Class<?> findClass(String wanted) throws ClassNotFoundException {
        if (!wanted.equals(name)) {
            throw new ClassNotFoundException(wanted);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    public InputStream getResourceAsStream(String resource) {
        return resource.equals(name.replace('.', '/') + ".class")
                ? new ByteArrayInputStream(bytes)
                : super.getResourceAsStream(resource);
    }

    Class<?> original() throws ClassNotFoundException {
        return loadClass(name);
    }

    Class<?> rewritten() throws ClassNotFoundException {
        return new ProgramLoader(this).loadClass(name);
    }

    /** What a static method of an int returns or throws, in words. */
    static String call(Class<?> type, String method, int argument) throws ReflectiveOperationException {
        try {
            return String.valueOf(type.getMethod(method, int.class).invoke(null, argument));
        } catch (InvocationTargetException thrown) {
            return thrown.getCause().getClass().getSimpleName();
        }
    }
}
