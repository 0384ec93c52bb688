package dev.baton.check.relax;

import dev.baton.check.program.Site;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Names for sites that an edit elsewhere in the file does not change: class, method, operation, and a number if the
 * method does the same on several lines.
 */
final class SiteNames {
    private SiteNames() {}

    /** The sites by name; all those of a class must be there, or the numbers are wrong. */
    static SortedMap<String, AccessSite> of(Collection<Site> sites) {
        SortedMap<String, AccessSite> named = new TreeMap<>();
        sites.stream().collect(Collectors.groupingBy(SiteNames::stem)).forEach((stem, alike) -> {
            List<AccessSite> lines = alike.stream().map(AccessSite::of).distinct().sorted().toList();
            for (int i = 0; i < lines.size(); i++) {
                named.put(i == 0 ? stem : stem + " #" + (i + 1), lines.get(i));
            }
        });
        return named;
    }

    private static String stem(Site site) {
        String className = site.className.substring(site.className.lastIndexOf('/') + 1).replace('$', '.');
        String operation = AccessSite.of(site).operation();
        return className + "." + site.method + " " + operation;
    }
}
