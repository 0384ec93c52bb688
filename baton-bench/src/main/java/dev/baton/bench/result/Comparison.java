package dev.baton.bench.result;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Headlines of now against those of an older file. What counts is the ratio to the peer that ran beside Baton, not the
 * time, so that files of different machines compare; a change counts if it exceeds the errors of both.
 *
 * @param slower   cases in which Baton lost ground
 * @param faster   cases in which it gained ground
 * @param same     number of cases without a clear change
 * @param onlyOld  cases that were not run now
 * @param onlyNew  cases that the old file does not have
 * @param failed   cases without a ratio on either side
 */
public record Comparison(List<Change> slower, List<Change> faster, int same, List<String> onlyOld,
        List<String> onlyNew, List<String> failed) {
    /** A case with both its ratios. */
    public record Change(String name, Ratio before, Ratio after) {
        double factor() {
            return after.value() / before.value();
        }
    }

    /** Compares by suite, case and peer. */
    public static Comparison of(List<Headline> before, List<Headline> after) {
        Map<String, Headline> old = new HashMap<>();
        before.forEach(one -> old.put(key(one), one));
        List<Change> slower = new ArrayList<>();
        List<Change> faster = new ArrayList<>();
        List<String> onlyNew = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        int same = 0;
        for (Headline now : after) {
            String name = key(now);
            Headline then = old.remove(name);
            if (then == null) {
                onlyNew.add(name);
                continue;
            }
            Ratio ratioThen = then.ratio();
            Ratio ratioNow = now.ratio();
            if (ratioThen == null || ratioNow == null) {
                failed.add(name);
                continue;
            }
            double change = ratioNow.value() - ratioThen.value();
            if (Math.abs(change) <= Math.hypot(ratioThen.error(), ratioNow.error())) {
                same++;
            } else {
                (change < 0 ? slower : faster).add(new Change(name, ratioThen, ratioNow));
            }
        }
        List<String> onlyOld = before.stream().map(Comparison::key).filter(old::containsKey).toList();
        return new Comparison(slower, faster, same, onlyOld, onlyNew, failed);
    }

    private static String key(Headline one) {
        return one.suite() + ": " + one.caseName();
    }

    /** What people read. */
    public String text() {
        StringBuilder out = new StringBuilder();
        if (slower.isEmpty()) {
            out.append("Nothing got slower beyond its error.\n");
        } else {
            out.append("Slower beyond the error:\n");
            slower.forEach(change -> out.append(line(change)));
        }
        if (!faster.isEmpty()) {
            out.append("Faster beyond the error:\n");
            faster.forEach(change -> out.append(line(change)));
        }
        out.append(String.format(Locale.ROOT, "Unchanged: %d. Not run now: %d. New: %d. Without a ratio: %d.%n", same,
                onlyOld.size(), onlyNew.size(), failed.size()));
        return out.toString();
    }

    private static String line(Change change) {
        return String.format(Locale.ROOT, "  %-64s %6.2f ± %.2f -> %6.2f ± %.2f  (%.2f times)%n", change.name(),
                change.before().value(), change.before().error(), change.after().value(),
                change.after().error(), change.factor());
    }
}
