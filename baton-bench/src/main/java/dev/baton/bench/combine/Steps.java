package dev.baton.bench.combine;

/** Work of a given length that touches one word: steps of a generator, as many as the machine does in the time. */
final class Steps {
    private static final int CALIBRATION = 20_000_000;
    private static final double NANOS = calibrate();

    private Steps() {}

    private static double calibrate() {
        double fastest = Double.MAX_VALUE;
        long state = 88172645463325252L;
        for (int round = 0; round < 4; round++) {
            long began = System.nanoTime();
            state = run(state, CALIBRATION);
            fastest = Math.min(fastest, (double) (System.nanoTime() - began) / CALIBRATION);
        }
        return state == 0L ? Double.NaN : fastest; // a use of the state: it is never 0
    }

    /** The steps that take {@code nanos}. */
    static int in(int nanos) {
        return (int) Math.round(nanos / NANOS);
    }

    static long run(long state, int steps) {
        long next = state;
        for (int step = 0; step < steps; step++) {
            next ^= next << 13;
            next ^= next >>> 7;
            next ^= next << 17;
        }
        return next;
    }
}
