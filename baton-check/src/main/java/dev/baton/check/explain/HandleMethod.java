package dev.baton.check.explain;

import dev.baton.check.event.AccessMode;
import dev.baton.check.program.Operation;
import dev.baton.check.program.Site;
import java.util.Locale;
import java.util.regex.Pattern;

/** The name of a VarHandle's access method, and its relatives in other modes. */
final class HandleMethod {
    private static final Pattern SIMPLE = Pattern.compile("(get|set)(Opaque|Acquire|Release|Volatile)?");
    private static final Pattern UPDATE = Pattern.compile("(weakCompareAnd|compareAnd|getAnd)\\w+");

    private HandleMethod() {}

    static boolean isOne(Site site) {
        return site.access() != Operation.Access.NONE
                && (SIMPLE.matcher(site.called()).matches() || UPDATE.matcher(site.called()).matches());
    }

    static boolean isUpdate(Site site) {
        return site.access() == Operation.Access.UPDATE;
    }

    static boolean writes(Site site) {
        return site.access() == Operation.Access.WRITE;
    }

    /** The next stronger mode of a site that orders anything. */
    static AccessMode ordered(Site site) {
        if (isUpdate(site) || site.modes().mode().acquires() || site.modes().mode().releases()) {
            return AccessMode.VOLATILE;
        }
        return writes(site) ? AccessMode.RELEASE : AccessMode.ACQUIRE;
    }

    /** The relative of a call that has the given mode. */
    static String named(String call, AccessMode mode) {
        if (UPDATE.matcher(call).matches()) {
            return call.replaceAll("(Acquire|Release|Plain)$", "");
        }
        String word = mode.name().toLowerCase(Locale.ROOT);
        return call.substring(0, 3) + word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }
}
