package dev.baton.check.api.live;

/**
 * Where the calls of a scenario begin and end in an execution: each is a write of a place that only its own thread writes
 * and nothing reads, so that it adds no execution. The place of the instruction tells what a write means, its place in the
 * thread which call it belongs to.
 */
public final class Marks {
    private final int[] written;

    /**
     * Marks of so many threads, the main one too.
     *
     * @param threads how many
     */
    public Marks(int threads) {
        written = new int[threads];
    }

    /**
     * A call begins.
     *
     * @param thread the thread that makes it
     * @param call its number
     */
    public void begin(int thread, int call) {
        written[thread] = call;
    }

    /**
     * A call has asked for something and waits for the answer.
     *
     * @param thread the thread that makes it
     * @param call its number
     */
    public void request(int thread, int call) {
        written[thread] = call;
    }

    /**
     * A call ends.
     *
     * @param thread the thread that made it
     * @param result the number of its result
     */
    public void end(int thread, int result) {
        written[thread] = result;
    }
}
