package dev.baton.check.api;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Ways to look at most n times and then give up; some only look like it. Each tells in a number what it saw. */
final class SpinShapes {
    static final int COUNT = 27;
    /** From here on a turn reads two or three places. */
    static final int FIRST_TORN = 15;
    static final int THREE_PLACES = 17;

    private final AtomicIntegerArray places;
    private final AtomicInteger side;
    private final int[] modes;
    private final int limit;

    SpinShapes(AtomicIntegerArray places, AtomicInteger side, int[] modes, int limit) {
        this.places = places;
        this.side = side;
        this.modes = modes;
        this.limit = limit;
    }

    int read(int place) {
        return switch (modes[place]) {
            case 0 -> places.getOpaque(place);
            case 1 -> places.getAcquire(place);
            default -> places.get(place);
        };
    }

    int run(int shape, int n) {
        return switch (shape) {
            case 0 -> countsUp(n);
            case 1 -> countsDown(n);
            case 2 -> looksOnceMore(n);
            case 3 -> tellsTheLast(n);
            case 4 -> countsWhatItSees(n);
            case 5 -> tellsOthersAndGoesOn(n);
            case 6 -> readsItsCounterAfterwards(n);
            case 7 -> announcesThenLooks(n);
            case 8 -> isSlowInTheEnd(n);
            case 9 -> swapsWeakly(n);
            case 10 -> keepsTheMost(n);
            case 11 -> countsInLongs();
            case 12 -> minds(n);
            case 13 -> hasTwoPhases(n);
            case 14 -> asksACallee(n);
            case 15 -> comparesTwo(n);
            case 16 -> keepsTwo(n);
            case 17 -> failsIfAnyIsTorn(n);
            case 18 -> failsIfTorn(n);
            case 19 -> readsOneTwice(n);
            case 20 -> mindsTheFirst(n);
            case 21 -> seesWhetherItFailed(n);
            case 22 -> fencesFirst(n);
            case 23 -> fencesBetween(n);
            case 24 -> fencesOneBehind(n);
            case 25 -> mindsAnother(n);
            default -> mindsTheLast(n);
        };
    }

    private int countsUp(int n) {
        for (int i = 0; i < n; i++) {
            if (read(0) == 2) {
                return 1;
            }
            Thread.onSpinWait();
        }
        return 0;
    }

    private int countsDown(int n) {
        int spins = n;
        while (read(0) == 0) {
            if (--spins < 0) {
                return 0;
            }
            Thread.yield();
        }
        return 1;
    }

    /** The last look may succeed and is told as a failure. */
    private int looksOnceMore(int n) {
        int left = n;
        int seen;
        do {
            seen = read(0);
            if (--left == 0) {
                return 10 * seen;
            }
        } while (seen != 1);
        return 1;
    }

    private int tellsTheLast(int n) {
        int last = 7;
        for (int i = 0; i < n; i++) {
            last = read(0);
            if (last == 2) {
                break;
            }
        }
        return last;
    }

    private int countsWhatItSees(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += read(0);
        }
        return sum;
    }

    private int tellsOthersAndGoesOn(int n) {
        for (int i = 0; i < n; i++) {
            if (read(0) == 1) {
                side.incrementAndGet();
            }
        }
        return 0;
    }

    /** What it counted is told: each success is another outcome. */
    private int readsItsCounterAfterwards(int n) {
        int left = n;
        while (left > 0) {
            left--;
            if (read(0) != 0) {
                break;
            }
        }
        return 10 + left;
    }

    private int announcesThenLooks(int n) {
        int spins = n;
        int seen;
        while ((seen = read(0)) == 0) {
            if (spins >= 0) {
                if (--spins >= 0) {
                    Thread.onSpinWait();
                } else {
                    side.set(5);
                }
            } else {
                return 9;
            }
        }
        return seen;
    }

    private int isSlowInTheEnd(int n) {
        for (int i = 0; i < n; i++) {
            boolean slow = i >= 2;
            if (read(0) == 1) {
                return slow ? 3 : 1;
            }
        }
        return 0;
    }

    private int swapsWeakly(int n) {
        for (int i = n; i > 0; i--) {
            if (places.weakCompareAndSetVolatile(0, 1, 6)) {
                return 1;
            }
        }
        return 0;
    }

    private int keepsTheMost(int n) {
        int most = 0;
        for (int i = 0; i < n; i++) {
            int seen = read(0);
            if (seen > most) {
                most = seen;
            }
        }
        return most;
    }

    private int countsInLongs() {
        for (long i = 0; i < limit; i += 1) {
            if (read(0) != 0) {
                return 1;
            }
        }
        return 0;
    }

    private int minds(int n) {
        for (int i = 0; i < n; i++) {
            synchronized (side) {
                if (read(0) == 1) {
                    return 1;
                }
            }
        }
        return 0;
    }

    private int hasTwoPhases(int n) {
        int spins = n;
        for (;;) {
            if (read(0) == 1) {
                return spins > 1 ? 1 : 2;
            }
            if (spins > 1) {
                spins--;
            } else if (spins > 0) {
                spins--;
                side.set(1);
            } else {
                return 0;
            }
        }
    }

    private boolean isThere() {
        return read(0) == 1;
    }

    private int asksACallee(int n) {
        for (int i = 0; i < n; i++) {
            if (isThere()) {
                return 1;
            }
        }
        return isThere() ? 2 : 0;
    }

    private int comparesTwo(int n) {
        for (int i = 0; i < n; i++) {
            if (read(0) == read(1)) {
                return 1;
            }
        }
        return 0;
    }

    private int keepsTwo(int n) {
        int both = 0;
        for (int i = 0; i < n; i++) {
            both = 10 * read(1) + read(0);
            if (both == 21) {
                return 1;
            }
        }
        return both;
    }

    private int failsIfAnyIsTorn(int n) {
        for (int i = 0; i < n; i++) {
            int first = read(0);
            int second = read(1);
            if (first >= second && second >= read(2)) {
                return 1;
            }
        }
        return 0;
    }

    /** Fails only if what it sees is torn: the first place is written first. */
    private int failsIfTorn(int n) {
        for (int i = 0; i < n; i++) {
            if (read(0) >= read(1)) {
                return 1;
            }
        }
        return 0;
    }

    private int readsOneTwice(int n) {
        int left = n;
        while (read(0) < read(1) || read(1) > read(0)) {
            if (--left == 0) {
                return 0;
            }
        }
        return 1;
    }

    private int mindsTheFirst(int n) {
        for (int i = 0; i < n; i++) {
            int first;
            synchronized (side) {
                first = read(0);
            }
            if (first >= read(1)) {
                return 1;
            }
        }
        return 0;
    }

    /** Only a turn that finds the second place ahead fails. */
    private int seesWhetherItFailed(int n) {
        int spins = n;
        for (;;) {
            if (read(0) >= read(1)) {
                return spins > 0 ? 1 : 2;
            }
            if (spins-- == 0) {
                return 0;
            }
        }
    }

    private void fence() {
        switch (modes[2]) {
            case 0 -> VarHandle.acquireFence();
            case 1 -> VarHandle.loadLoadFence();
            default -> VarHandle.fullFence();
        }
    }

    /** Only a further turn orders what a turn saw. */
    private int fencesFirst(int n) {
        for (int i = 0; i < n; i++) {
            fence();
            if (read(0) == 0) {
                return 1;
            }
        }
        return 0;
    }

    private int fencesBetween(int n) {
        for (int i = 0; i < n; i++) {
            int last = read(1);
            fence();
            if (read(0) == last) {
                return 1;
            }
        }
        return 0;
    }

    private int fencesOneBehind(int n) {
        int left = n;
        do {
            fence();
            if (read(1) == read(0)) {
                return 1;
            }
        } while (--left > 0);
        return 0;
    }

    private int mindsAnother(int n) {
        for (int i = 0; i < n; i++) {
            int first = read(0);
            synchronized (side) {
                side.getPlain();
            }
            if (first == read(1)) {
                return 1;
            }
        }
        return 0;
    }

    private int mindsTheLast(int n) {
        for (int i = 0; i < n; i++) {
            int last = read(1);
            synchronized (side) {
                if (last == read(0)) {
                    return 1;
                }
            }
        }
        return 0;
    }
}
