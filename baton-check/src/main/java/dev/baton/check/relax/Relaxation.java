package dev.baton.check.relax;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The weakest modes found: every scenario verifies with them, and with no single one of them weaker.
 *
 * @param rows         the sites that were exercised, in the order of the source
 * @param unexercised  sites that no scenario reaches; they were left alone
 * @param fromVolatile whether the search began with every exercised site volatile
 */
public record Relaxation(List<Row> rows, List<AccessSite> unexercised, boolean fromVolatile, Effort effort) {
    public Relaxation {
        rows = List.copyOf(rows);
        unexercised = List.copyOf(unexercised);
    }

    /**
     * One site.
     *
     * @param start    the mode that the search began with
     * @param now      the mode found
     * @param refusals for each mode just below, why it is refused
     */
    public record Row(AccessSite site, Mode start, Mode now, List<Refused> refusals) {
        public Row {
            refusals = List.copyOf(refusals);
        }

        /** The mode differs from that of the code. */
        public boolean isChange() {
            return now != site.code();
        }
    }

    /** A mode that does not verify. */
    public record Refused(Mode mode, Refusal why) {}

    /** How many sites had each mode when the search began. */
    public Map<Mode, Integer> before() {
        Map<Mode, Integer> counts = new EnumMap<>(Mode.class);
        rows.forEach(row -> counts.merge(row.start(), 1, Integer::sum));
        return counts;
    }

    /** How many sites have each mode now. */
    public Map<Mode, Integer> after() {
        Map<Mode, Integer> counts = new EnumMap<>(Mode.class);
        rows.forEach(row -> counts.merge(row.now(), 1, Integer::sum));
        return counts;
    }

    /** How many sites have each mode in the code. */
    public Map<Mode, Integer> code() {
        Map<Mode, Integer> counts = new EnumMap<>(Mode.class);
        rows.forEach(row -> counts.merge(row.site().code(), 1, Integer::sum));
        return counts;
    }

    /**
     * The changes to the source, as far as a change of one call can say them.
     *
     * @param sourceRoots directories that hold the packages; in the patch files are named by the path as given here
     */
    public SourcePatch patch(Path... sourceRoots) {
        return SourcePatch.of(this, List.of(sourceRoots));
    }

    /** As tables in Markdown: counts, sites, and what no scenario reaches. */
    public String markdown() {
        return Tables.of(this);
    }

    /** As maps and lists, to be written as JSON. */
    public Map<String, Object> data() {
        return Data.of(this);
    }
}
