package dev.baton.check.model;

import java.util.Arrays;

/**
 * The search for a total order pushto on the domain of push with which coherence is acyclic. More pairs in the order mean
 * more pairs in coherence, so a pair that makes coherence cyclic must be turned round, and only pairs that can go both
 * ways are tried.
 */
final class PushOrder {
    private final JamRelations g;
    private final Relation finalLast;
    private final int[] pushing;

    PushOrder(JamRelations g, Relation finalLast) {
        this.g = g;
        this.finalLast = finalLast;
        int count = 0;
        int[] members = new int[g.size];
        for (int n = 0; n < g.size; n++) {
            if (g.push.hasAny(n)) {
                members[count++] = n;
            }
        }
        pushing = Arrays.copyOf(members, count);
    }

    boolean exists() {
        Relation order = new Relation(g.size);
        for (int a : pushing) {
            for (int b : pushing) {
                if (g.order.has(a, b) || g.rf.has(a, b) || finalLast.has(a, b)) {
                    order.add(a, b);
                }
            }
        }
        return extend(order.transitive());
    }

    private boolean extend(Relation order) {
        if (!isPossible(order)) {
            return false;
        }
        Relation known = order;
        boolean progress = true;
        int openA = -1;
        int openB = -1;
        while (progress) {
            progress = false;
            openA = -1;
            for (int i = 0; i < pushing.length; i++) {
                for (int j = 0; j < i; j++) {
                    int a = pushing[j];
                    int b = pushing[i];
                    if (known.has(a, b) || known.has(b, a)) {
                        continue;
                    }
                    Relation forward = with(known, a, b);
                    Relation backward = with(known, b, a);
                    boolean canForward = isPossible(forward);
                    boolean canBackward = isPossible(backward);
                    if (!canForward && !canBackward) {
                        return false;
                    }
                    if (canForward && canBackward) {
                        openA = a;
                        openB = b;
                    } else {
                        known = canForward ? forward : backward;
                        progress = true;
                    }
                }
            }
        }
        return openA < 0 || extend(with(known, openA, openB)) || extend(with(known, openB, openA));
    }

    private static Relation with(Relation order, int a, int b) {
        Relation more = order.or();
        more.add(a, b);
        return more.transitive();
    }

    private boolean isPossible(Relation order) {
        return order.isIrreflexive()
                && g.coherence(g.into.or(g.rf, order.then(g.push)), finalLast).isAcyclic();
    }
}
