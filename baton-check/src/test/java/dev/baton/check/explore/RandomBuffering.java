package dev.baton.check.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random litmus programs that read first and write then, with data, address and control dependencies. */
final class RandomBuffering {
    private final SplittableRandom random;
    private int registers;

    RandomBuffering(long seed) {
        this.random = new SplittableRandom(seed);
    }

    String next() {
        registers = 0;
        int threads = 2 + random.nextInt(2);
        List<String> all = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            all.add(thread(2 + random.nextInt(threads == 2 ? 4 : 2)));
        }
        return String.join(" | ", all);
    }

    private String thread(int length) {
        List<String> operations = new ArrayList<>();
        List<String> mine = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            String guard = "";
            if (!mine.isEmpty() && random.nextInt(5) == 0) {
                guard = "[" + pick(mine) + pick(List.of("=", "!=", "<")) + random.nextInt(2) + "] ";
            }
            operations.add(guard + operation(mine, i == 0));
        }
        return String.join("; ", operations);
    }

    private String operation(List<String> mine, boolean first) {
        String location = pick(List.of("x", "y", "y", "z", "x"));
        if (!mine.isEmpty() && random.nextInt(8) == 0) {
            location = pick(List.of("x/y@", "y/z@", "z/x@")) + pick(mine);
        }
        int kind = first ? 0 : random.nextInt(40);
        if (kind < 14) {
            return "R." + pick(List.of("na", "pl", "pl", "rlx", "rlx", "rlx", "acq", "sc")) + " " + location + " "
                    + register(mine);
        }
        if (kind < 32) {
            return "W." + pick(List.of("na", "pl", "pl", "rlx", "rlx", "rlx", "rel", "sc")) + " " + location + " "
                    + value(mine);
        }
        if (kind < 34) {
            return "F." + pick(List.of("acq", "rel", "ar", "sc", "ll", "ss"));
        }
        if (kind == 34) {
            return (random.nextBoolean() ? "AW." : "AWN.") + pick(List.of("pl", "rlx", "acq")) + " " + location + " "
                    + random.nextInt(2);
        }
        if (kind == 35 && !mine.isEmpty()) {
            return "assume " + pick(mine) + (random.nextBoolean() ? "=" : "!=") + random.nextInt(2);
        }
        String mode = pick(List.of("rlx", "rlx", "acq", "rel", "sc"));
        String value = value(mine);
        return switch (random.nextInt(3)) {
            case 0 -> "FAA." + mode + " " + location + " 1 " + register(mine);
            case 1 -> "XCHG." + mode + " " + location + " " + value + " " + register(mine);
            default -> "CAS." + mode + " " + location + " " + random.nextInt(2) + " " + (1 + random.nextInt(2)) + " "
                    + register(mine);
        };
    }

    private String value(List<String> mine) {
        return !mine.isEmpty() && random.nextInt(3) == 0 ? pick(mine) : Integer.toString(1 + random.nextInt(2));
    }

    private String register(List<String> mine) {
        String name = "r" + registers++;
        mine.add(name);
        return name;
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }
}
