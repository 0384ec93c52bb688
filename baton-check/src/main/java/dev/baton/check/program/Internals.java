package dev.baton.check.program;

import java.lang.reflect.Method;

/**
 * The door to the JDK packages the checker stands on: continuations and raw memory. One flag opens it,
 * {@code --add-opens java.base/java.lang=ALL-UNNAMED}; the rest is exported from here.
 */
final class Internals {
    private Internals() {}

    private static boolean open;

    /** Exports the packages, once; must run before any class that names them is linked. */
    static synchronized void open() {
        if (open) {
            return;
        }
        try {
            Method export = Module.class.getDeclaredMethod("implAddExportsToAllUnnamed", String.class);
            export.setAccessible(true);
            for (String name : Object.class.getModule().getPackages()) {
                if (name.startsWith("jdk.internal.") || name.startsWith("sun.")) {
                    export.invoke(Object.class.getModule(), name);
                }
            }
            open = true;
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new EnvironmentException("""
                    The checker runs threads as the JDK's continuations and needs the JVM flag
                      --add-opens java.base/java.lang=ALL-UNNAMED
                    (surefire: <argLine>; Gradle: jvmArgs)""", e);
        }
    }
}
