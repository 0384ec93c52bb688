package dev.baton.check.model;

import dev.baton.check.event.SearchThread;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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

    /** One order is possible: that in which the graph's modification order has the pushes, as far as that goes. */
    boolean isGuessed() {
        Relation demanded = g.order.or(g.rf, finalLast);
        boolean[] placed = new boolean[g.size];
        Relation order = new Relation(g.size);
        int[] sequence = new int[g.size];
        for (int count = 0; count < g.size; count++) {
            SearchThread.look();
            int next = first(placed, demanded.or(g.guess));
            if (next < 0) {
                next = first(placed, demanded);
            }
            if (next < 0) {
                return false;
            }
            placed[next] = true;
            sequence[count] = next;
            if (g.push.hasAny(next)) {
                for (int before = 0; before < count; before++) {
                    if (g.push.hasAny(sequence[before])) {
                        order.add(sequence[before], next);
                    }
                }
            }
        }
        return isPossible(order);
    }

    /**
     * An order that is found by placing one push after the other, never taking one back; null if that leads nowhere, which
     * says nothing.
     */
    @Nullable
    Relation greedy() {
        return greedy(demanded());
    }

    @Nullable
    private Relation greedy(Relation demanded) {
        Relation order = demanded;
        boolean[] placed = new boolean[g.size];
        for (int n = 0; n < g.size; n++) {
            placed[n] = !g.push.hasAny(n);
        }
        for (int count = 0; count < pushing.length; count++) {
            Relation longer = null;
            for (int i = 0; i < pushing.length && longer == null; i++) {
                int candidate = pushing[i];
                if (!placed[candidate] && isFree(candidate, placed, demanded)) {
                    longer = placedNext(order, candidate, placed);
                    placed[candidate] = longer != null;
                }
            }
            if (longer == null) {
                return null;
            }
            order = longer;
        }
        return order;
    }

    /** The order with this push before all that are not placed; null if it cannot be. */
    @Nullable
    private Relation placedNext(Relation order, int candidate, boolean[] placed) {
        Relation longer = order.or();
        for (int other : pushing) {
            if (other != candidate && !placed[other]) {
                longer.add(candidate, other);
            }
        }
        return longer.equals(order) || isPossible(longer) ? longer : null;
    }

    /** The first node that is not placed and comes after placed ones only. */
    private int first(boolean[] placed, Relation before) {
        for (int n = 0; n < g.size; n++) {
            if (!placed[n] && isFree(n, placed, before)) {
                return n;
            }
        }
        return -1;
    }

    private boolean isFree(int node, boolean[] placed, Relation before) {
        for (int other = 0; other < g.size; other++) {
            if (!placed[other] && before.has(other, node)) {
                return false;
            }
        }
        return true;
    }

    /** What every order contains does not contradict itself. */
    boolean mayExist() {
        return isPossible(demanded());
    }

    boolean exists() {
        return extend(demanded());
    }

    /** What every order of the pushes must contain. */
    private Relation demanded() {
        Relation order = new Relation(g.size);
        for (int a : pushing) {
            for (int b : pushing) {
                if (g.order.has(a, b) || g.rf.has(a, b) || finalLast.has(a, b)) {
                    order.add(a, b);
                }
            }
        }
        return order.transitive();
    }

    private boolean extend(Relation order) {
        if (!isPossible(order)) {
            return false;
        }
        if (greedy(order) != null) {
            return true;
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

    boolean isPossible(Relation order) {
        return order.isIrreflexive()
                && g.coherence(g.into.or(g.rf, order.then(g.push)), finalLast).isAcyclic();
    }
}
