package dev.baton.check.jdk.java.util.concurrent;

import java.util.Random;

/** Randomness that no thread shares. It gives one value, the least, so that every replay is given the same. */
public final class ThreadLocalRandom extends Random {
    private static final long serialVersionUID = 1;
    private static final ThreadLocalRandom ONLY = new ThreadLocalRandom();

    private ThreadLocalRandom() {
        super(0);
    }

    public static ThreadLocalRandom current() {
        return ONLY;
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // as the JDK's
    public void setSeed(long seed) {
        if (ONLY != null) {
            throw new UnsupportedOperationException();
        }
    }

    @Override
    protected int next(int bits) {
        return 0;
    }

    @Override
    public int nextInt() {
        return 0;
    }

    @Override
    public int nextInt(int bound) {
        return (int) least(0, bound);
    }

    @Override
    public int nextInt(int origin, int bound) {
        return (int) least(origin, bound);
    }

    @Override
    public long nextLong() {
        return 0;
    }

    @Override
    public long nextLong(long bound) {
        return least(0, bound);
    }

    @Override
    public long nextLong(long origin, long bound) {
        return least(origin, bound);
    }

    @Override
    public boolean nextBoolean() {
        return false;
    }

    @Override
    public float nextFloat() {
        return 0;
    }

    @Override
    public double nextDouble() {
        return 0;
    }

    @Override
    public double nextGaussian() {
        return 0;
    }

    @Override
    public double nextExponential() {
        return 0;
    }

    private static long least(long origin, long bound) {
        if (origin >= bound) {
            throw new IllegalArgumentException(
                    origin == 0 ? "bound must be positive" : "bound must be greater than origin");
        }
        return origin;
    }

    // ---- what the JDK's own classes ask

    static int getProbe() {
        return 1;
    }

    static void localInit() {}

    static int advanceProbe(int probe) {
        return probe;
    }

    static int nextSecondarySeed() {
        return 1;
    }
}
