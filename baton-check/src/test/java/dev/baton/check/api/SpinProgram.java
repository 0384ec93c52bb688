package dev.baton.check.api;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** A random program around a loop of {@link SpinShapes}: threads that write, and what the looking thread sees after it. */
final class SpinProgram {
    private SpinProgram() {}

    static void define(Scenario scenario, int shape, int turns, long seed) {
        Random random = new Random(seed);
        AtomicIntegerArray places = new AtomicIntegerArray(3);
        AtomicInteger side = new AtomicInteger();
        int weakest = shape >= SpinShapes.FIRST_TORN && random.nextBoolean() ? 1 : 0; // weak reads are hardly ever torn
        int[] modes = {mode(random, weakest), mode(random, weakest), mode(random, 0)};
        SpinShapes spin = new SpinShapes(places, side, modes, turns);
        int[] seen = new int[3];
        for (int[] writes : shape >= SpinShapes.FIRST_TORN ? inLockstep(random, shape, weakest) : atRandom(random)) {
            scenario.thread(() -> {
                for (int write : writes) {
                    write(places, write);
                }
            });
        }
        boolean looksAfterwards = random.nextBoolean();
        scenario.thread(() -> {
            seen[0] = spin.run(shape, turns);
            if (looksAfterwards) {
                seen[1] = spin.read(1);
                seen[2] = spin.read(0);
            }
        });
        scenario.outcome(() -> seen[0] + " " + seen[1] + " " + seen[2] + " " + side.get());
    }

    private static int mode(Random random, int weakest) {
        return weakest + random.nextInt(3 - weakest);
    }

    private static int[][] atRandom(Random random) {
        int[][] writers = new int[1 + random.nextInt(2)][];
        for (int i = 0; i < writers.length; i++) {
            int[] writes = new int[2 + random.nextInt(4 - writers.length)];
            for (int j = 0; j < writes.length; j++) {
                writes[j] = 100 * random.nextInt(2) + 10 * (1 + random.nextInt(2)) + random.nextInt(3);
            }
            writes[writes.length - 1] %= 100; // somebody writes what the loop looks at
            writers[i] = writes;
        }
        return writers;
    }

    /** Each place gets the same values, one place after the other: there is more than one torn combination. Values may come back. */
    private static int[][] inLockstep(Random random, int shape, int weakest) {
        int places = shape == SpinShapes.THREE_PLACES ? 3 : 2;
        int rounds = places == 3 ? 1 + random.nextInt(2) : 2 + random.nextInt(2);
        boolean returns = random.nextInt(3) == 0;
        int[] writes = new int[places * rounds];
        for (int i = 0; i < writes.length; i++) {
            int round = 1 + i / places;
            int value = returns ? round % 2 : round;
            writes[i] = 100 * (i % places) + 10 * value + mode(random, weakest);
        }
        int kept = writes.length - random.nextInt(2);
        int split = random.nextInt(3) == 0 ? kept / 2 : kept;
        return new int[][]{Arrays.copyOf(writes, split), Arrays.copyOfRange(writes, split, kept)};
    }

    private static void write(AtomicIntegerArray places, int what) {
        int place = what / 100;
        int value = what / 10 % 10;
        switch (what % 10) {
            case 0 -> places.setOpaque(place, value);
            case 1 -> places.setRelease(place, value);
            default -> places.set(place, value);
        }
    }
}
