package dev.baton.check.relax;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * One access in one mode that is weaker than the code's.
 *
 * @param name the site, by the method it stands in: it stays the same when lines are added above
 * @param site where it stands now
 * @param to   the weaker mode
 */
public record Weakening(String name, AccessSite site, Mode to) {
    /** Every single step down from the modes of the code, of sites by name. */
    public static List<Weakening> below(SortedMap<String, AccessSite> sites) {
        List<Weakening> all = new ArrayList<>();
        sites.forEach((name, site) -> site.below(site.code(), false)
                .forEach(mode -> all.add(new Weakening(name, site, mode))));
        return all;
    }

    /** Names the weakening in a file. */
    public String key() {
        return name + " -> " + to.word();
    }

    @Override
    public String toString() {
        return key();
    }
}
