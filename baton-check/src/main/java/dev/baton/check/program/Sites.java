package dev.baton.check.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** All sites of a program, numbered from 1; 0 is no site. */
public final class Sites {
    private final int base;
    private volatile Site[] sites = new Site[256];
    private int count = 1;
    private final Map<Late, Site> accesses = new HashMap<>();

    Sites() {
        this(0);
    }

    /** Drafts of sites, numbered from the number after {@code base} on. */
    Sites(int base) {
        this.base = base;
    }

    synchronized Site add(String className, String method, String file, int line, String what, boolean library,
            Operation operation) {
        Site site = new Site(base + count, className, method, file, line, what, library, operation);
        add(site);
        return site;
    }

    /** Adds copies of drafts, in their order; the number of the first. */
    synchronized int addAll(List<Site> drafts) {
        int first = base + count;
        drafts.forEach(draft -> add(draft.numbered(base + count)));
        return first;
    }

    /** The site of an access by a method of VarHandle whose name becomes known when the program runs. */
    public synchronized Site access(int made, String name, char kind) {
        return accesses.computeIfAbsent(new Late(made, name, kind), late -> {
            Site where = get(made);
            Operation operation = Objects.requireNonNull(AccessCall.of(name, false)).operation(Operation.Via.VAR_HANDLE,
                    kind);
            return add(where.className, where.method, where.file, where.line, "VarHandle." + name, where.library,
                    operation);
        });
    }

    private record Late(int made, String name, char kind) {}

    private void add(Site site) {
        if (count == sites.length) {
            sites = Arrays.copyOf(sites, count * 2);
        }
        sites[count++] = site;
    }

    public Site get(int id) {
        return sites[id - base];
    }

    public synchronized List<Site> all() {
        return new ArrayList<>(Arrays.asList(sites).subList(1, count));
    }
}
