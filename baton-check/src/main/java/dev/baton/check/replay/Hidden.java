package dev.baton.check.replay;

import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** A place that no field of the program is: of each object first, then of a thread. */
enum Hidden {
    /**
     * Who holds the monitor of an object: the number of the thread, and one more; 0 for nobody. Of a read-write lock also how many
     * read it, in the upper half.
     */
    MONITOR,
    /** The threads that wait in the monitor, a bit for each; of a read-write lock those that wait for writing. */
    WAITERS,
    /** The threads that wait in a condition of a lock, in their order: a {@link WaitingLine}. */
    LINE,
    /** Of a thread: whether {@code unpark} came before {@code park}. */
    PERMIT,
    /** Of a thread: its interrupt flag. */
    INTERRUPTED,
    /** Of a thread: whether a notification is meant for it. */
    NOTIFIED,
    /** Of a thread: whether it has begun, and whether it has ended. */
    LIFE,
    /** The time. */
    CLOCK,
    /** Of a thread: whether it waits in a condition of a lock. */
    AWAITING,
    /** Of a thread: the name that it was given after others knew it; 0 for none. */
    NAME,
    /** Of a thread: the same for its priority. */
    PRIORITY,
    /** Of a thread: the same for its class loader. */
    LOADER;

    private static final Hidden[] ALL = values();

    /** The hidden place that has this index in a {@link Shadow}. */
    static Hidden at(int index) {
        return ALL[index];
    }

    /** Those that a thread has beyond those of each object. */
    static List<Hidden> ofThread() {
        return List.of(ALL).subList(Shadow.HIDDEN, ALL.length);
    }

    /** As a reader knows it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** A value of such a place, in words. */
    String describe(long value, Cast cast) {
        return switch (this) {
            case MONITOR -> value == 0 ? "free" : holders(value, cast);
            case WAITERS -> value == 0 ? "nobody" : threads(value, cast);
            case LINE -> value == 0 ? "nobody" : WaitingLine.describe(value, cast);
            case PERMIT, INTERRUPTED, NOTIFIED, AWAITING -> value == 0 ? "no" : "yes";
            case LIFE, CLOCK, NAME, PRIORITY, LOADER -> Long.toString(value);
        };
    }

    private static String holders(long value, Cast cast) {
        long readers = value >>> Integer.SIZE;
        String writer = (int) value == 0 ? "" : cast.name((int) value - 1);
        String read = readers == 0 ? "" : readers + (readers == 1 ? " reader" : " readers");
        return writer + (writer.isEmpty() || read.isEmpty() ? "" : " and ") + read;
    }

    private static String threads(long bits, Cast cast) {
        StringJoiner names = new StringJoiner(", ");
        for (int thread = 0; thread < Long.SIZE; thread++) {
            if ((bits >>> thread & 1) != 0) {
                names.add(cast.name(thread));
            }
        }
        return names.toString();
    }
}
