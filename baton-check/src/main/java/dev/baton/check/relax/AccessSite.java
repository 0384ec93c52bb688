package dev.baton.check.relax;

import dev.baton.check.event.AccessMode;
import dev.baton.check.program.Operation;
import dev.baton.check.program.Site;
import dev.baton.check.program.SiteModes;
import java.util.Comparator;
import java.util.List;

/**
 * A place in the source where memory is accessed in a mode that may be chosen. Several instructions may stand for it,
 * as in a {@code finally} block, or when a line does the same twice; they have one mode.
 *
 * @param className in the form {@code dev.baton.Lock$Node}
 * @param file      name of the source file
 * @param operation what the source says: {@code TAIL.getAndSet}, {@code read state} for a volatile field,
 *                  {@code AtomicInteger.get}, {@code fullFence}
 * @param form      what it does
 * @param via       how it says so
 * @param type      of the value: the first character of its descriptor, {@code L} for every reference
 * @param code      the mode that the code asks for
 */
public record AccessSite(String className, String file, int line, String operation, Form form, Via via, char type,
        Mode code) implements Comparable<AccessSite> {
    /** What a site does. */
    public enum Form {
        FENCE, WRITE, COMPARE_AND_SET, WEAK_COMPARE_AND_SET, COMPARE_AND_EXCHANGE, GET_AND_UPDATE, READ
    }

    /** How the source says it. */
    public enum Via {
        VOLATILE_FIELD, VAR_HANDLE, ATOMIC, FENCE
    }

    private static final Comparator<AccessSite> ORDER = Comparator.comparing(AccessSite::className)
            .thenComparingInt(AccessSite::line).thenComparing(AccessSite::operation);

    /** A site whose mode can be chosen: not of the JDK, and no access to a plain field. */
    static boolean isChoice(Site site) {
        if (site.library) {
            return false;
        }
        return switch (site.via()) {
            case OTHER, CALL -> false;
            case FIELD -> site.modes().mode() == AccessMode.VOLATILE;
            default -> site.access() != Operation.Access.NONE;
        };
    }

    static AccessSite of(Site site) {
        Via via = switch (site.via()) {
            case FIELD -> Via.VOLATILE_FIELD;
            case ATOMIC -> Via.ATOMIC;
            case FENCE -> Via.FENCE;
            default -> Via.VAR_HANDLE;
        };
        return new AccessSite(site.binaryClassName(), site.file, site.line, site.operationText(), form(site), via,
                site.kind(), mode(site.access(), site.modes()));
    }

    private static Form form(Site site) {
        return switch (site.access()) {
            case READ -> Form.READ;
            case WRITE -> Form.WRITE;
            case FENCE -> Form.FENCE;
            default -> switch (site.update()) {
                case COMPARE_AND_SET -> site.modes().weak() ? Form.WEAK_COMPARE_AND_SET : Form.COMPARE_AND_SET;
                case COMPARE_AND_EXCHANGE -> Form.COMPARE_AND_EXCHANGE;
                default -> Form.GET_AND_UPDATE;
            };
        };
    }

    private static Mode mode(Operation.Access access, SiteModes modes) {
        if (access != Operation.Access.UPDATE) {
            return Mode.valueOf(modes.mode().name());
        }
        if (modes.mode() == AccessMode.VOLATILE || modes.mode() == AccessMode.ACQUIRE) {
            return Mode.valueOf(modes.mode().name());
        }
        return modes.writeMode() == AccessMode.RELEASE ? Mode.RELEASE : Mode.PLAIN;
    }

    /** Names it in every load of its class. */
    public String key() {
        return className + ":" + line + ":" + operation;
    }

    /** {@code Lock.java:41}. */
    public String place() {
        return file + ":" + line;
    }

    /** The method that the source calls, or the name of the field. */
    String method() {
        return operation.substring(Math.max(operation.lastIndexOf('.'), operation.lastIndexOf(' ')) + 1);
    }

    /** The strongest mode it can have. */
    Mode strongest() {
        return Mode.VOLATILE;
    }

    /**
     * The modes just below this one. Java has no update that both acquires and releases without being volatile, and
     * none weaker than acquire or release except the weak compare-and-set.
     *
     * @param weakForms whether a compare-and-set may become a weak one, which can fail for no reason
     */
    List<Mode> below(Mode mode, boolean weakForms) {
        return switch (form) {
            case READ -> switch (mode) {
                case VOLATILE -> List.of(Mode.ACQUIRE);
                case ACQUIRE -> List.of(Mode.OPAQUE);
                case OPAQUE -> List.of(Mode.PLAIN);
                default -> List.of();
            };
            case WRITE -> switch (mode) {
                case VOLATILE -> List.of(Mode.RELEASE);
                case RELEASE -> List.of(Mode.OPAQUE);
                case OPAQUE -> List.of(Mode.PLAIN);
                default -> List.of();
            };
            case FENCE -> switch (mode) {
                case VOLATILE -> List.of(Mode.ACQUIRE, Mode.RELEASE);
                case ACQUIRE -> List.of(Mode.LOAD_LOAD);
                case RELEASE -> List.of(Mode.STORE_STORE);
                case LOAD_LOAD, STORE_STORE -> List.of(Mode.REMOVED);
                default -> List.of();
            };
            default -> switch (mode) {
                case VOLATILE -> List.of(Mode.ACQUIRE, Mode.RELEASE);
                case ACQUIRE, RELEASE -> form == Form.WEAK_COMPARE_AND_SET || weakForms && form == Form.COMPARE_AND_SET
                        ? List.of(Mode.PLAIN)
                        : List.of();
                default -> List.of();
            };
        };
    }

    /** What the checker is told for a mode. */
    SiteModes modes(Mode mode) {
        if (mode == Mode.REMOVED) {
            return new SiteModes(AccessMode.PLAIN, AccessMode.PLAIN, AccessMode.PLAIN, false, true);
        }
        AccessMode same = AccessMode.valueOf(mode.name());
        if (form == Form.READ || form == Form.WRITE || form == Form.FENCE) {
            return SiteModes.of(same);
        }
        AccessMode read = mode == Mode.RELEASE ? AccessMode.OPAQUE : same;
        AccessMode write = mode == Mode.ACQUIRE ? AccessMode.OPAQUE : same;
        boolean weak = form == Form.WEAK_COMPARE_AND_SET || form == Form.COMPARE_AND_SET && mode == Mode.PLAIN;
        return new SiteModes(read, write, read, weak, false);
    }

    @Override
    public int compareTo(AccessSite other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return place() + " " + operation;
    }
}
