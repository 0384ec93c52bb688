package dev.baton.check.program;

import java.lang.reflect.Method;

/**
 * The door to the JDK packages the checker stands on: continuations and raw memory. One flag opens it,
 * {@code --add-opens java.base/java.lang=ALL-UNNAMED}, or {@code =dev.baton.check} if the checker is on the module path; the
 * rest is exported from here, to the checker and to the classes of the program.
 */
final class Internals {
    private static final Module OWN = Internals.class.getModule();

    private Internals() {}

    private static boolean open;

    /** Exports the packages, once; must run before any class that names them is linked. */
    static synchronized void open() {
        if (open) {
            return;
        }
        try {
            Method exportToAll = Module.class.getDeclaredMethod("implAddExportsToAllUnnamed", String.class);
            Method export = Module.class.getDeclaredMethod("implAddExports", String.class, Module.class);
            exportToAll.setAccessible(true);
            export.setAccessible(true);
            for (String name : Object.class.getModule().getPackages()) {
                if (name.startsWith("jdk.internal.") || name.startsWith("sun.")) {
                    exportToAll.invoke(Object.class.getModule(), name);
                    export.invoke(Object.class.getModule(), name, OWN);
                }
            }
            open = true;
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new EnvironmentException("""
                    The checker runs threads as the JDK's continuations and needs the JVM flag
                      --add-opens java.base/java.lang=%s
                    (surefire: <argLine>; Gradle: jvmArgs)""".formatted(OWN.isNamed() ? OWN.getName() : "ALL-UNNAMED"),
                    e);
        }
    }
}
