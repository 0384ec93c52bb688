package dev.baton.check.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** All sites of a program, numbered from 1; 0 is no site. */
public final class Sites {
    private volatile Site[] sites = new Site[256];
    private int count = 1;

    synchronized Site add(String className, String method, String file, int line, String what, boolean library,
            Operation operation) {
        if (count == sites.length) {
            sites = Arrays.copyOf(sites, count * 2);
        }
        Site site = new Site(count, className, method, file, line, what, library, operation);
        sites[count++] = site;
        return site;
    }

    public Site get(int id) {
        return sites[id];
    }

    public synchronized List<Site> all() {
        return new ArrayList<>(Arrays.asList(sites).subList(1, count));
    }
}
