package dev.baton.check.program;

import dev.baton.check.event.AccessMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** All sites of a program, numbered from 1; 0 is no site. */
public final class Sites {
    private volatile Site[] sites = new Site[256];
    private int count = 1;
    private Map<String, SiteModes> overrides = Map.of();

    public synchronized Site add(String className, String method, String file, int line, String what, boolean library,
            AccessMode mode) {
        if (count == sites.length) {
            sites = Arrays.copyOf(sites, count * 2);
        }
        Site site = new Site(count, className, method, file, line, what, library, mode);
        sites[count++] = site;
        return site;
    }

    public Site get(int id) {
        return sites[id];
    }

    /**
     * Gives other modes to the sites of these {@linkplain Site#key() keys}, of classes yet to be loaded as well;
     * all others have the modes of their code. Not while a check runs.
     */
    public synchronized void override(Map<String, SiteModes> modes) {
        overrides = Map.copyOf(modes);
        for (int i = 1; i < count; i++) {
            if (sites[i].code() != null) {
                override(sites[i]);
            }
        }
    }

    /** A class was rewritten: its sites are complete. */
    synchronized void settle(String className) {
        for (int i = 1; i < count; i++) {
            if (sites[i].code() == null && sites[i].className.equals(className)) {
                sites[i].settle();
                override(sites[i]);
            }
        }
    }

    private void override(Site site) {
        if (!site.library && site.access != Site.Access.NONE) {
            site.override(overrides.get(site.key()));
        }
    }

    public synchronized List<Site> all() {
        return new ArrayList<>(Arrays.asList(sites).subList(1, count));
    }
}
