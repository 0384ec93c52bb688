package dev.baton.check.replay;

import dev.baton.check.event.Chance;
import dev.baton.check.program.Site;
import dev.baton.check.program.SiteModes;

/** The accesses of rewritten code to places that threads share, and its fences: each is a step. */
public final class AccessHooks {
    private AccessHooks() {}

    /** The modes that count: those of the call, for an access inside an atomic whose caller was given others. */
    @SuppressWarnings("ReferenceEquality") // other modes are another object
    private static SiteModes modes(SimThread self, int site) {
        Site where = self.image.sites.get(site);
        self.program.exercised(where);
        if (where.library && self.governor != 0) {
            Site caller = self.image.sites.get(self.governor);
            if (caller.access() == where.access()) {
                self.program.exercised(caller);
                SiteModes ofCaller = self.program.modes(caller);
                if (ofCaller != caller.modes()) {
                    return ofCaller;
                }
            }
        }
        return self.program.modes(where);
    }

    /** Before and after (0) a call of an atomic that is one access. */
    public static void govern(int site) {
        SimThread self = Strand.currentOrNull();
        if (self != null && self.setupDepth == 0) {
            self.governor = site;
        }
    }

    public static long get(int location, int site) {
        SimThread self = Strand.current();
        if (location < 0) {
            return MemoryHooks.getHalves(self, ~location, modes(self, site).mode(), site);
        }
        return self.read(location, modes(self, site).mode(), site);
    }

    public static void set(int location, long value, int site) {
        SimThread self = Strand.current();
        if (location < 0) {
            MemoryHooks.setHalves(self, ~location, modes(self, site).mode(), value, site);
            return;
        }
        self.write(location, modes(self, site).mode(), value, site);
        self.publisher.commit(location, site);
    }

    public static boolean compareAndSet(int location, long expected, long value, int site) {
        SimThread self = Strand.current();
        Site where = self.image.sites.get(site);
        if (modes(self, site).weak() && self.image.settings.spuriousFailures()
                && self.choose(Chance.WEAK_FAILURE, 2, site) == 1) {
            self.publisher.withdraw();
            return false;
        }
        return exchange(self, location, expected, value, where) == expected;
    }

    public static long compareAndExchange(int location, long expected, long value, int site) {
        SimThread self = Strand.current();
        return exchange(self, location, expected, value, self.image.sites.get(site));
    }

    private static long exchange(SimThread self, int location, long expected, long value, Site where) {
        SiteModes modes = modes(self, where.id);
        long seen = self.rmwRead(location, modes.mode(), modes.failureMode(), where.id);
        if (seen == expected) {
            self.rmwWrite(location, modes.writeMode(), value, seen, where.id);
            self.publisher.commit(location, where.id);
        } else {
            self.publisher.withdraw();
        }
        return seen;
    }

    public static long getAndUpdate(int location, long operand, int site) {
        return getAndUpdate(location, operand, Strand.current().image.sites.get(site).kind(), site);
    }

    /** @param kind of the value that the place holds */
    static long getAndUpdate(int location, long operand, char kind, int site) {
        SimThread self = Strand.current();
        Site where = self.image.sites.get(site);
        SiteModes modes = modes(self, site);
        long seen = self.rmwRead(location, modes.mode(), modes.failureMode(), site);
        long next = switch (where.update()) {
            case SET -> operand;
            case ADD -> Raw.add(kind, seen, operand);
            case OR -> seen | operand;
            case AND -> seen & operand;
            case XOR -> seen ^ operand;
            default -> throw new IllegalStateException();
        };
        self.rmwWrite(location, modes.writeMode(), next, seen, site);
        self.publisher.commit(location, site);
        return seen;
    }

    public static void fence(int site) {
        SimThread self = Strand.currentOrNull();
        if (self != null && self.setupDepth == 0) {
            SiteModes modes = modes(self, site);
            if (!modes.removed()) {
                self.fence(modes.mode(), site);
            }
        }
    }
}
