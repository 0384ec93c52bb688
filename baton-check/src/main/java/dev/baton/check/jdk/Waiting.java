package dev.baton.check.jdk;

/** What code that stands in for the JDK's asks of the checker. The calls are replaced; outside of a check there is nothing to wait for. */
public final class Waiting {
    private Waiting() {}

    /** {@return the beginning of a look at what others change} */
    public static int begin() {
        return 0;
    }

    /**
     * The look was in vain: the thread goes on when something that it read since has changed. It may be left waiting when all
     * others have ended.
     *
     * @param begin where the look began
     */
    public static void idle(int begin) {}

    /**
     * The look was in vain: the thread goes on when something that it read since has changed, or when its time is up.
     *
     * @param begin where the look began
     * @param nanos the time; none at all if it is the greatest number
     */
    public static void await(int begin, long nanos) {}

    /**
     * {@return whether a wait of this time ends before it has begun, where that is free}
     *
     * @param nanos the time; none at all if it is the greatest number
     */
    public static boolean isOver(long nanos) {
        return false;
    }

    /**
     * {@return one of so many numbers, each of which is tried}
     *
     * @param alternatives how many
     */
    public static int any(int alternatives) {
        return 0;
    }

    /**
     * A delay passes; under a policy that says so, only when nothing else can go on, or never.
     *
     * @param nanos how long it is
     */
    public static void delay(long nanos) {}

    /**
     * Blocks until something has happened.
     *
     * @param blocker knows what
     * @throws InterruptedException if the thread is interrupted
     */
    public static void block(Object blocker) throws InterruptedException {}

    /**
     * The program does something that cannot be modelled.
     *
     * @param what it is
     */
    public static void refuse(String what) {}

    /** {@return whether the program asks what a pool is doing at the moment} The check begins anew if this is not known yet. */
    public static boolean isWatched() {
        return true;
    }

    /** The program asks what a pool is doing. */
    public static void watch() {}
}
