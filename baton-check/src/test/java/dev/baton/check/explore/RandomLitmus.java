package dev.baton.check.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random litmus programs: every kind of operation in every mode. */
final class RandomLitmus {
    private final SplittableRandom random;
    private int registers;

    RandomLitmus(long seed) {
        this.random = new SplittableRandom(seed);
    }

    String next() {
        registers = 0;
        int threads = 2 + random.nextInt(2);
        List<String> all = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            all.add(thread(1 + random.nextInt(threads == 2 ? 4 : 3)));
        }
        return String.join(" | ", all);
    }

    private String thread(int length) {
        List<String> operations = new ArrayList<>();
        List<String> mine = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            String guard = "";
            if (!mine.isEmpty() && random.nextInt(8) == 0) {
                guard = "[" + pick(mine) + (random.nextBoolean() ? "=" : "!=") + random.nextInt(2) + "] ";
            }
            operations.add(guard + operation(mine));
        }
        return String.join("; ", operations);
    }

    private String operation(List<String> mine) {
        String location = random.nextInt(3) == 0 ? "y" : "x";
        int kind = random.nextInt(22);
        if (kind == 20) {
            return (random.nextBoolean() ? "AW." : "AWN.") + pick(List.of("na", "pl", "rlx", "acq", "sc")) + " "
                    + location
                    + " "
                    + random.nextInt(3);
        }
        if (kind == 21 && !mine.isEmpty()) {
            return "assume " + pick(mine) + (random.nextBoolean() ? "=" : "!=") + random.nextInt(2);
        }
        if (kind < 7) {
            return "W." + pick(List.of("na", "pl", "rlx", "rel", "sc")) + " " + location + " " + value(mine);
        }
        if (kind < 14) {
            return "R." + pick(List.of("na", "pl", "rlx", "acq", "sc")) + " " + location + " " + register(mine);
        }
        if (kind < 16) {
            return "F." + pick(List.of("acq", "rel", "ar", "sc", "ll", "ss"));
        }
        String mode = pick(List.of("rlx", "acq", "rel", "ar", "sc"));
        String value = value(mine);
        return switch (random.nextInt(3)) {
            case 0 -> "FAA." + mode + " " + location + " 1 " + register(mine);
            case 1 -> "XCHG." + mode + " " + location + " " + value + " " + register(mine);
            default -> "CAS." + mode + " " + location + " " + random.nextInt(2) + " " + (1 + random.nextInt(3)) + " "
                    + register(mine);
        };
    }

    private String value(List<String> mine) {
        return !mine.isEmpty() && random.nextInt(5) == 0 ? pick(mine) : Integer.toString(1 + random.nextInt(2));
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
