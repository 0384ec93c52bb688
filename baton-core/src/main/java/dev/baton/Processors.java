package dev.baton;

/** What the machine offers to a thread that considers to spin before it parks. */
final class Processors {
    private static final int COUNT = Runtime.getRuntime().availableProcessors();

    private Processors() {}

    /** How many there are. */
    static int count() {
        return COUNT;
    }

    /** Whether there is but one processor. */
    static boolean isAlone() {
        return COUNT == 1;
    }

    /**
     * Whether the current thread may spin at all: on one processor nobody could answer it meanwhile, and a
     * spinning virtual thread holds the carrier that the one who would answer may need.
     */
    static boolean allowSpinning() {
        return COUNT > 1 && !Thread.currentThread().isVirtual();
    }
}
