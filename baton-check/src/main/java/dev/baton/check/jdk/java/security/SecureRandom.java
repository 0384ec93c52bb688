package dev.baton.check.jdk.java.security;

import java.util.Random;

/** Numbers that nobody could foresee, were this no check: here they are the same in every replay. */
public class SecureRandom extends Random {
    private static final long serialVersionUID = 1;

    public SecureRandom() {
        super(42);
    }

    public SecureRandom(byte[] seed) {
        super(42 + seed.length);
    }

    public static SecureRandom getInstanceStrong() {
        return new SecureRandom();
    }

    public static SecureRandom getInstance(String algorithm) {
        return new SecureRandom();
    }

    public String getAlgorithm() {
        return "the same in every replay";
    }

    public byte[] generateSeed(int length) {
        return new byte[length];
    }
}
