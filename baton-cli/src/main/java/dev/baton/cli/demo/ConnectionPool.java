package dev.baton.cli.demo;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the demo needs of a pool, so that the same load can run on several. */
public interface ConnectionPool extends AutoCloseable {
    /** Waits for a connection, however long it takes. */
    Lease take() throws InterruptedException;

    /** Waits for a connection; null when {@code limit} is over first. */
    @Nullable
    Lease take(Duration limit) throws InterruptedException;

    /** Closes the connections that are in the pool. */
    @Override
    void close();

    /** A connection in use; closing the lease gives it back. */
    interface Lease extends AutoCloseable {
        DemoConnection connection();

        @Override
        void close();
    }

    /** Makes a pool over {@code database}. */
    @FunctionalInterface
    interface Maker {
        ConnectionPool make(DemoDatabase database, int connections);
    }
}
