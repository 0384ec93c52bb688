package dev.baton.check.api;

/** What a thread of a {@link Scenario} does; it may throw checked exceptions. */
@FunctionalInterface
public interface ThreadBody extends Runnable {
    /**
     * Does it.
     *
     * @throws Exception if something is wrong: an exception that leaves a thread is a violation
     */
    void execute() throws Exception;

    @Override
    @SuppressWarnings("FunctionalInterfaceMethodChanged") // a thread runs what the lambda says
    default void run() {
        try {
            execute();
        } catch (Exception thrown) {
            throw Reloaded.<RuntimeException>unchanged(thrown);
        }
    }
}
