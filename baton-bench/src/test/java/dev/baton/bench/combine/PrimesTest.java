package dev.baton.bench.combine;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class PrimesTest {
    @Test
    void sieveLeavesThePrimes() {
        assertThat(Primes.sieve(new BitSet(), 30).stream()).containsExactly(2, 3, 5, 7, 11, 13, 17, 19, 23, 29);
        assertThat(Primes.sieve(new BitSet(), 49).get(49)).as("a square at the end").isFalse();
    }

    @Test
    void chosenNumbersArePrime() {
        for (long random : new long[]{0, -1, Long.MIN_VALUE, 123_456_789}) {
            assertThat(BigInteger.valueOf(Primes.random(random)).isProbablePrime(40)).isTrue();
        }
    }
}
