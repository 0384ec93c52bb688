package dev.baton.check.api;

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
        int[] modes = {random.nextInt(3), random.nextInt(3), random.nextInt(3)};
        SpinShapes spin = new SpinShapes(places, side, modes, turns);
        int[] seen = new int[3];
        int writers = 1 + random.nextInt(2);
        for (int i = 0; i < writers; i++) {
            int[] writes = new int[1 + random.nextInt(4 - writers)];
            for (int j = 0; j < writes.length; j++) {
                writes[j] = 100 * random.nextInt(2) + 10 * (1 + random.nextInt(2)) + random.nextInt(3);
            }
            int first = 10 * (1 + random.nextInt(2)) + random.nextInt(3); // somebody writes what the loop looks at
            scenario.thread(() -> {
                for (int write : writes) {
                    write(places, write);
                }
                write(places, first);
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
