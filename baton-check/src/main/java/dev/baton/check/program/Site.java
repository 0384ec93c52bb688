package dev.baton.check.program;

import dev.baton.check.event.AccessMode;

/**
 * One instruction of the program under check that is a step: where it stands, what it does, and the access modes
 * it does it in. An exploration may be given other modes for it ({@link ModeAssignment}); the site itself stays as the
 * code has it.
 */
public final class Site {
    /** What an update does with the value it read. */
    public enum Update {
        NONE, SET, ADD, OR, AND, XOR
    }

    /** What kind of step a site is. */
    public enum Access {
        NONE, READ, WRITE, UPDATE, FENCE
    }

    /** How the source says it. */
    public enum Via {
        OTHER, FIELD, VAR_HANDLE, ATOMIC, FENCE
    }

    public final int id;
    public final String className;
    public final String method;
    public final String file;
    public final int line;
    /** What the source calls, as a reader would write it: {@code next.setRelease}. */
    public final String what;
    /** Code of the library that stands in for the JDK's: a reader wants the line that called it. */
    public final boolean library;
    public AccessMode mode;
    public AccessMode writeMode;
    public AccessMode failureMode;
    /** Type of the value as a descriptor's first character; {@code L} for every reference. */
    public char kind = 'L';
    public Update update = Update.NONE;
    public boolean weak;
    /** The field of a plain field instruction; null otherwise. */
    public String fieldOwner;
    public String fieldName;
    public Object resolved;
    public Access access = Access.NONE;
    public Via via = Via.OTHER;
    /** Whether it was a step of an execution since somebody last cleared this. */
    public boolean exercised;
    /** A fence that does nothing. */
    public boolean removed;
    /** The modes that the code asks for; null until the class is rewritten. */
    private SiteModes code;

    Site(int id, String className, String method, String file, int line, String what, boolean library,
            AccessMode mode) {
        this.id = id;
        this.className = className;
        this.method = method;
        this.file = file;
        this.line = line;
        this.what = what;
        this.library = library;
        this.mode = mode;
        this.writeMode = mode;
        this.failureMode = mode;
    }

    /** This site with other modes, for a program in which it has them; this one stays as it is. */
    public Site with(SiteModes chosen) {
        Site other = new Site(id, className, method, file, line, what, library, chosen.mode());
        other.writeMode = chosen.writeMode();
        other.failureMode = chosen.failureMode();
        other.weak = chosen.weak();
        other.removed = chosen.removed();
        other.kind = kind;
        other.update = update;
        other.fieldOwner = fieldOwner;
        other.fieldName = fieldName;
        other.access = access;
        other.via = via;
        other.code = code;
        return other;
    }

    /** {@code Lock.java:41}, the form in which a stack trace names a line. */
    public String place() {
        return file + ":" + line;
    }

    /** The place and what is done there, with its class and method. */
    public String description() {
        return className.replace('/', '.') + "." + method + "(" + place() + ") " + what;
    }

    /** Names the place in the source, whatever was loaded before: {@code dev.baton.Lock:41:next.setRelease}. */
    public String key() {
        String operation = via == Via.FIELD ? (access == Access.READ ? "read " : "write ") + what : what;
        return className.replace('/', '.') + ":" + line + ":" + operation;
    }

    /** The modes that the code asks for. */
    public SiteModes code() {
        return code;
    }

    /** The class is rewritten: the modes are those of the code, for good. */
    void settle() {
        if (code == null) {
            code = new SiteModes(mode, writeMode, failureMode, weak, removed);
        }
    }

    @Override
    public String toString() {
        return place() + (what.isEmpty() ? "" : " " + what);
    }
}
