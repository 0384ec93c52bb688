package dev.baton.check.replay;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the instructions of a program were found to mean, by the number of their site. All workers share it. It only saves the
 * search: an entry that is lost in a race is found again, and an entry is immutable.
 */
final class Resolutions {
    private @Nullable Object[] found = new @Nullable Object[256];

    @Nullable
    Object get(int site) {
        @Nullable
        Object[] now = found;
        return site < now.length ? now[site] : null;
    }

    void put(int site, Object meaning) {
        @Nullable
        Object[] now = found;
        if (site >= now.length) {
            now = Arrays.copyOf(now, Math.max(site + 1, 2 * now.length));
            found = now;
        }
        now[site] = meaning;
    }
}
