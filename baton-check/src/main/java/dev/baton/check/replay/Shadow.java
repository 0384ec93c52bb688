package dev.baton.check.replay;

import java.util.Objects;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The places of one object, class or thread, by which the graph knows them. Those of an object that a thread makes are
 * known by its birth, the thread and an ordinal, so that they exist before its final fields do.
 */
final class Shadow {
    static final int MONITOR = 0;
    static final int WAITERS = 1;
    static final int LINE = 2;
    static final int HIDDEN = 3;

    /** Fields of the object, or null for an array and for what has none. */
    final @Nullable Layout layout;
    /** Kind of an array's elements. */
    final char elementKind;
    /** Length of an array, number of fields otherwise; hidden places come before. */
    final int size;
    final String name;
    /** The thread that made the object, or {@link Identity#SET_UP}; and the ordinal of the birth. */
    final int maker;
    final int ordinal;
    /** The places of the same object before it was frozen, if accesses to them order anything. */
    @Nullable
    Shadow before;
    /** Of an array of bytes: the bytes that are one place together, if there are any. */
    volatile @Nullable Cells cells;
    /** What its fields or elements hold before the first write. */
    private final IntToLongFunction initial;
    /** Numbers of the places, 0 where none was given yet. */
    final int[] locations;

    Shadow(@Nullable Layout layout, char elementKind, int size, String name, int maker, int ordinal,
            IntToLongFunction initial) {
        this.layout = layout;
        this.elementKind = elementKind;
        this.size = size;
        this.name = name;
        this.maker = maker;
        this.ordinal = ordinal;
        this.initial = initial;
        this.locations = new int[size + HIDDEN + 1];
    }

    /** The fields of an object that has some. */
    Layout fields() {
        return Objects.requireNonNull(layout);
    }

    static boolean isHidden(int index) {
        return index < HIDDEN;
    }

    /** What kind of hidden place it is; null for a field or an element. */
    @Nullable
    Hidden hidden(int index) {
        return isHidden(index) || layout == Layout.OF_THREAD ? Hidden.at(index) : null;
    }

    char kind(int index) {
        if (isHidden(index)) {
            return 'J';
        }
        Cells.Cell cell = cell(index);
        return cell != null ? cell.kind() : layout != null ? layout.slots[index - HIDDEN].kind() : elementKind;
    }

    long initialValue(int index) {
        Cells.Cell cell = cell(index);
        return cell != null
                ? Cells.value(cell, initial)
                : isHidden(index) ? 0 : initial.applyAsLong(index - HIDDEN);
    }

    /** The number of several bytes that a place is; null for all other places. */
    private Cells.@Nullable Cell cell(int index) {
        Cells found = cells;
        return found == null || isHidden(index) ? null : found.at(index - HIDDEN);
    }

    String describe(int index) {
        if (isHidden(index)) {
            return name + "." + Hidden.at(index).word();
        }
        Cells.Cell cell = cell(index);
        if (cell != null) {
            return name + "[" + cell.start() + ".." + (cell.start() + cell.width() - 1) + "]";
        }
        return layout != null
                ? name + "." + layout.slots[index - HIDDEN].name()
                : name + "[" + (index - HIDDEN) + "]";
    }
}
