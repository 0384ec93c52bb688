package dev.baton.check.program;

import dev.baton.check.event.AccessMode;

/**
 * One instruction of the program under check that is a step: where it stands, what it does, and the access modes
 * it does it in. The modes may be overridden before a check, which is how an algorithm's modes are relaxed.
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
    /** The modes differ from those of the code because somebody said so. */
    private boolean overridden;

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

    /** The access modes of a site: of a read or a simple write, of an update's write, of an update's read that failed. */
    public record Modes(AccessMode mode, AccessMode writeMode, AccessMode failureMode) {}

    /** Gives the site other modes; returns those it had. */
    public Modes replaceModes(Modes modes) {
        Modes before = new Modes(mode, writeMode, failureMode);
        mode = modes.mode();
        writeMode = modes.writeMode();
        failureMode = modes.failureMode();
        return before;
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

    /** Its modes were chosen by somebody else than the code. */
    public boolean isOverridden() {
        return overridden;
    }

    /** Takes the code's modes as they are now for what {@link #override} goes back to. */
    void settle() {
        if (code == null) {
            code = new SiteModes(mode, writeMode, failureMode, weak, removed);
        }
    }

    /** Gives it other modes; null for those of the code. */
    void override(SiteModes chosen) {
        SiteModes now = chosen == null ? code : chosen;
        overridden = chosen != null;
        mode = now.mode();
        writeMode = now.writeMode();
        failureMode = now.failureMode();
        weak = now.weak();
        removed = now.removed();
    }

    @Override
    public String toString() {
        return place() + (what.isEmpty() ? "" : " " + what);
    }
}
