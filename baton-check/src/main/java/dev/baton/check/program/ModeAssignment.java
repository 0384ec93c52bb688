package dev.baton.check.program;

import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Modes for some sites of a program in the place of those of its code. It is handed to an exploration and counts for that one
 * alone: sites themselves never change, so other checks of the same classes, at the same time too, see nothing of it.
 */
public final class ModeAssignment {
    /** Every site has the modes of its code. */
    public static final ModeAssignment NONE = new ModeAssignment(site -> null);

    private final Function<Site, @Nullable SiteModes> chosen;

    private ModeAssignment(Function<Site, @Nullable SiteModes> chosen) {
        this.chosen = chosen;
    }

    /** For the sites of these {@linkplain Site#key() keys}, of classes yet to be loaded as well. */
    public static ModeAssignment byKey(Map<String, SiteModes> modes) {
        Map<String, SiteModes> copy = Map.copyOf(modes);
        return copy.isEmpty()
                ? NONE
                : new ModeAssignment(
                        site -> site.library || site.access() == Operation.Access.NONE ? null : copy.get(site.key()));
    }

    /** For just these sites. */
    public static ModeAssignment bySite(Map<Site, SiteModes> modes) {
        Map<Site, SiteModes> copy = Map.copyOf(modes);
        return new ModeAssignment(copy::get);
    }

    /** The modes chosen for a site; null for those of its code. */
    public @Nullable SiteModes of(Site site) {
        return chosen.apply(site);
    }
}
