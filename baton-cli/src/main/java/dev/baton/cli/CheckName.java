package dev.baton.cli;

/**
 * What a check is called.
 *
 * @param full  with the package, the same for no other check
 * @param brief as a reader calls it, where no other check is called so
 */
record CheckName(String full, String brief) {
    /** The name of a method that is a check. */
    static CheckName of(Class<?> type, String method) {
        return new CheckName(type.getName() + "." + method, type.getSimpleName() + "." + method);
    }

    /** The name of a class that is a check. */
    static CheckName of(String className) {
        return new CheckName(className, className.substring(className.lastIndexOf('.') + 1));
    }
}
