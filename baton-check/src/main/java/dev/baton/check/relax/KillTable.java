package dev.baton.check.relax;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether the scenarios would notice if one access were weaker: for every site that they exercise, each mode just
 * below that of the code, alone; and where one survives, those below it. What is below one that is killed would be
 * killed as well. A weakening that survives is either one that the code could adopt, or one that needs
 * another scenario.
 *
 * @param rows        in the order of the source
 * @param unexercised sites that no scenario reaches, of which the table says nothing
 */
public record KillTable(List<Row> rows, List<AccessSite> unexercised, Effort effort) {
    public KillTable {
        rows = List.copyOf(rows);
        unexercised = List.copyOf(unexercised);
    }

    /** What became of a weakening. */
    public enum Fate {
        /** A scenario fails with it. */
        KILLED,
        /** Every scenario verifies with it. */
        SURVIVED,
        /** The budget was used up, or the checker could not tell. */
        UNDECIDED
    }

    /**
     * One weakening.
     *
     * @param by the scenario that fails and how; null if it survived
     */
    public record Row(AccessSite site, Mode from, Mode to, @Nullable Refusal by) {
        public Fate fate() {
            return by == null ? Fate.SURVIVED : by.isCounterexample() ? Fate.KILLED : Fate.UNDECIDED;
        }
    }

    /** The weakenings with this fate. */
    public List<Row> rows(Fate fate) {
        return rows.stream().filter(row -> row.fate() == fate).toList();
    }

    /** As a table in Markdown, with what no scenario reaches below it. */
    public String markdown() {
        return Tables.of(this);
    }

    /** As maps and lists, to be written as JSON. */
    public Map<String, Object> data() {
        return Data.of(this);
    }
}
