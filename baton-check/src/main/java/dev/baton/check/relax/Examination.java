package dev.baton.check.relax;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What checking an assignment of modes showed.
 *
 * @param refusal    why it does not verify; null if it does
 * @param exercised  the sites that were steps of some execution; complete only if it verifies
 * @param executions how many were visited
 */
record Examination(@Nullable Refusal refusal, Set<AccessSite> exercised, long executions) {
    boolean verified() {
        return refusal == null;
    }
}
