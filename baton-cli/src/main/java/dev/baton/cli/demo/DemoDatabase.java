package dev.baton.cli.demo;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** An embedded database in memory with one small table; counts the connections that are open. */
public final class DemoDatabase implements AutoCloseable {
    static final int ACCOUNTS = 1_000;

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final String url = "jdbc:h2:mem:baton-demo-" + DATABASES.incrementAndGet();
    private final Connection keeper;
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();

    public DemoDatabase() {
        try {
            keeper = DriverManager.getConnection(url);
            try (Statement statement = keeper.createStatement()) {
                statement.execute("CREATE TABLE account (id INT PRIMARY KEY, balance INT NOT NULL)");
                statement.execute("INSERT INTO account SELECT x, x * 10 FROM SYSTEM_RANGE(0, " + (ACCOUNTS - 1) + ")");
            }
        } catch (SQLException failure) {
            throw new IllegalStateException("the embedded database does not start: " + failure.getMessage(), failure);
        }
    }

    /** A new connection. */
    public DemoConnection open() {
        try {
            DemoConnection connection = new DemoConnection(DriverManager.getConnection(url), closed::incrementAndGet);
            opened.incrementAndGet();
            return connection;
        } catch (SQLException failure) {
            throw new IllegalStateException("no connection to the embedded database: " + failure.getMessage(), failure);
        }
    }

    /** Number of connections ever opened. */
    int opened() {
        return opened.get();
    }

    /** Number of connections opened and not yet closed. */
    int stillOpen() {
        return opened.get() - closed.get();
    }

    /** Ends the database with everything in it. */
    @Override
    public void close() {
        try {
            keeper.close();
        } catch (SQLException failure) {
            throw new IllegalStateException("the embedded database does not stop: " + failure.getMessage(), failure);
        }
    }
}
