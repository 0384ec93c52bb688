package dev.baton.check.program;

import org.jspecify.annotations.Nullable;

/**
 * One instruction of the program under check that is a step: where it stands, what it does, and the access modes
 * it does it in. Immutable; an exploration may be given other modes for it ({@link ModeAssignment}).
 */
public final class Site {
    public final int id;
    /** Internal name of the class that it stands in. */
    public final String className;
    public final String method;
    public final String file;
    public final int line;
    /** What the source calls, as a reader would write it: {@code next.setRelease}. */
    public final String what;
    /** Code of the library that stands in for the JDK's: a reader wants the line that called it. */
    public final boolean library;
    private final Operation operation;

    Site(int id, String className, String method, String file, int line, String what, boolean library,
            Operation operation) {
        this.id = id;
        this.className = className;
        this.method = method;
        this.file = file;
        this.line = line;
        this.what = what;
        this.library = library;
        this.operation = operation;
    }

    /** This site under another number. */
    Site numbered(int number) {
        return new Site(number, className, method, file, line, what, library, operation);
    }

    public Operation.Access access() {
        return operation.access();
    }

    public Operation.Via via() {
        return operation.via();
    }

    /** Type of the value as a descriptor's first character; {@code L} for every reference. */
    public char kind() {
        return operation.kind();
    }

    public Operation.Update update() {
        return operation.update();
    }

    /** The field of a plain field instruction; null otherwise. */
    public Operation.@Nullable Field field() {
        return operation.field();
    }

    /** The modes that the code asks for. */
    public SiteModes modes() {
        return operation.modes();
    }

    /** The method that it calls: {@code setRelease} of {@code NEXT.setRelease}. */
    public String called() {
        return what.substring(what.lastIndexOf('.') + 1);
    }

    /** {@code Lock.java:41}, the form in which a stack trace names a line. */
    public String place() {
        return file + ":" + line;
    }

    /** The place and what is done there, with its class and method. */
    public String description() {
        return binaryClassName() + "." + method + "(" + place() + ") " + what;
    }

    /** The name of the class that it stands in, as Java writes it. */
    public String binaryClassName() {
        return className.replace('/', '.');
    }

    /** Names the place in the source, whatever was loaded before: {@code dev.baton.Lock:41:next.setRelease}. */
    public String key() {
        return binaryClassName() + ":" + line + ":" + operationText();
    }

    /** What the source says, with the direction of a field access: {@code read state}. */
    public String operationText() {
        if (via() != Operation.Via.FIELD) {
            return what;
        }
        return (access() == Operation.Access.READ ? "read " : "write ") + what;
    }

    @Override
    public String toString() {
        return place() + (what.isEmpty() ? "" : " " + what);
    }
}
