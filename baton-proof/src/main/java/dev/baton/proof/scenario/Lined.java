package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

/**
 * Primitives in which somebody has waited before. Whether their line of cells is made in a scenario or before it doubles what
 * there is to explore, so only the scenarios about that ({@link FirstWaitScenarios}) begin without one.
 */
final class Lined {
    private Lined() {}

    static <P> P lined(P primitive) {
        CORE.makeLine(primitive);
        return primitive;
    }
}
