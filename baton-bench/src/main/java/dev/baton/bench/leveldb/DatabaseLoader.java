package dev.baton.bench.leveldb;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.locks.ReentrantLock;

import org.iq80.leveldb.DBFactory;

/**
 * Loads the database's classes a second time, and in the one that has the mutex replaces the mutex's type. Its public
 * interface is shared with the rest of the program.
 */
final class DatabaseLoader extends ClassLoader {
    private static final String INTERFACE = "org.iq80.leveldb.";
    private static final String WITH_MUTEX = INTERFACE + "impl.DbImpl";
    private static final String FACTORY = INTERFACE + "impl.Iq80DBFactory";

    private final TypeReplacement mutexType;

    private DatabaseLoader(Class<?> mutex) {
        super(DatabaseLoader.class.getClassLoader());
        mutexType = TypeReplacement.of(ReentrantLock.class, mutex);
    }

    /** The factory of databases whose mutex is {@code mutex}. */
    static DBFactory factory(Class<?> mutex) {
        System.setProperty("leveldb.mmap", "false"); // mapped files are unmapped by means that this JDK does not have
        try {
            return (DBFactory) new DatabaseLoader(mutex).loadClass(FACTORY).getConstructor().newInstance();
        } catch (ReflectiveOperationException notThere) {
            throw new IllegalStateException("no database", notThere);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(INTERFACE) || name.indexOf('.', INTERFACE.length()) < 0) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        byte[] bytes;
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            bytes = in.readAllBytes();
            if (name.equals(WITH_MUTEX)) {
                bytes = mutexType.in(bytes);
            }
        } catch (IOException unreadable) {
            throw new ClassNotFoundException(name, unreadable);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }
}
