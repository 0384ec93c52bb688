package dev.baton.check.relax;

import dev.baton.check.program.SiteModes;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A mode for each of some sites; all others have that of their code. Immutable. */
record Assignment(SortedMap<AccessSite, Mode> modes) {
    Assignment {
        modes = Collections.unmodifiableSortedMap(new TreeMap<>(modes));
    }

    /** Each site in the mode of its code. */
    static Assignment ofCode(Collection<AccessSite> sites) {
        SortedMap<AccessSite, Mode> modes = new TreeMap<>();
        sites.forEach(site -> modes.put(site, site.code()));
        return new Assignment(modes);
    }

    /** Each site in its strongest mode. */
    static Assignment strongest(Collection<AccessSite> sites) {
        SortedMap<AccessSite, Mode> modes = new TreeMap<>();
        sites.forEach(site -> modes.put(site, site.strongest()));
        return new Assignment(modes);
    }

    Mode of(AccessSite site) {
        return modes.getOrDefault(site, site.code());
    }

    Assignment with(AccessSite site, Mode mode) {
        return with(Map.of(site, mode));
    }

    Assignment with(Map<AccessSite, Mode> changes) {
        SortedMap<AccessSite, Mode> changed = new TreeMap<>(modes);
        changed.putAll(changes);
        return new Assignment(changed);
    }

    /** What the checker is told: nothing of a site that stays as its code says. */
    Map<String, SiteModes> overrides() {
        Map<String, SiteModes> overrides = new HashMap<>();
        modes.forEach((site, mode) -> {
            if (mode != site.code()) {
                overrides.put(site.key(), site.modes(mode));
            }
        });
        return overrides;
    }
}
