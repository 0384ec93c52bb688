package dev.baton.bench.combine;

import java.util.BitSet;

/** The primes that the tasks of {@link TaskBenchmark} choose from, and the sieve that they run. */
final class Primes {
    private static final int FROM = 5_000;
    private static final int TO = 15_000;
    private static final int[] ALL = sieve(new BitSet(), TO).stream().filter(number -> number >= FROM).toArray();

    private Primes() {}

    /** One of some hundred primes. */
    static int random(long random) {
        return ALL[(int) ((random >>> 1) % ALL.length)];
    }

    /** The sieve of Eratosthenes up to {@code limit}, in {@code numbers}. */
    static BitSet sieve(BitSet numbers, int limit) {
        numbers.clear();
        numbers.set(2, limit + 1);
        for (int factor = 2; factor * factor <= limit; factor = numbers.nextSetBit(factor + 1)) {
            for (int multiple = factor * factor; multiple <= limit; multiple += factor) {
                numbers.clear(multiple);
            }
        }
        return numbers;
    }
}
