package dev.baton.internal.park;

/** What the machine offers to a thread that considers to spin before it parks. */
public final class Processors {
    private static final int COUNT = Runtime.getRuntime().availableProcessors();

    private Processors() {}

    /** {@return how many there are} */
    public static int count() {
        return COUNT;
    }

    /** {@return whether there is but one: a thread that spins there keeps its partner from running} */
    public static boolean isAlone() {
        return COUNT == 1;
    }
}
