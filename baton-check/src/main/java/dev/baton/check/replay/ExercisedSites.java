package dev.baton.check.replay;

import dev.baton.check.program.Site;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The sites that were steps of some execution of one exploration. Each of its workers tells it of a site once. */
public final class ExercisedSites {
    private final SortedMap<Integer, Site> seen = new TreeMap<>();

    synchronized void add(Site site) {
        seen.put(site.id, site);
    }

    /** {@return those seen so far, in the order of their numbers} */
    public synchronized List<Site> list() {
        return List.copyOf(seen.values());
    }
}
