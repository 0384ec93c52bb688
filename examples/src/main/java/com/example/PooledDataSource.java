package com.example;

import dev.baton.BlockingPool;
import dev.baton.Lease;
import dev.baton.LeaseLeak;
import dev.baton.PoolListener;
import dev.baton.PoolStatistics;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * JDBC data source over a {@link BlockingPool}: threads, virtual ones too, get connections in the order in which they ask,
 * and a thread that gives up loses none.
 * <p>
 * A connection that is closed goes back to the pool: work that is not committed is rolled back, and auto-commit, read-only
 * and isolation are as they were. A connection that the server has dropped is found by the check on the next take.
 */
public final class PooledDataSource implements DataSource, AutoCloseable {
    private static final Logger LOGGER = Logger.getLogger(PooledDataSource.class.getName());

    private final BlockingPool<Connection> pool;
    private final Duration patience;

    /**
     * Creates the data source; connections are made when they are needed.
     *
     * @param origin makes connections
     * @param capacity the most connections at a time
     * @param patience the longest that {@link #getConnection()} waits
     * @param housekeeper closes connections that are old or idle, and reports leaks; stays the caller's
     */
    public PooledDataSource(DataSource origin, int capacity, Duration patience, ScheduledExecutorService housekeeper) {
        this.patience = patience;
        this.pool = BlockingPool.<Connection>builder(capacity, origin::getConnection)
                .validator(connection -> connection.isValid(1)).maximumLifetime(Duration.ofMinutes(30))
                .maximumIdleTime(Duration.ofMinutes(10)).keepAlive(Duration.ofMinutes(2))
                .leaksAfter(Duration.ofMinutes(1)).housekeeper(housekeeper, Duration.ofSeconds(10)).listener(new Log())
                .build();
    }

    /** What the pool tells, as lines of a log. */
    private static final class Log implements PoolListener<Connection> {
        @Override
        public void creationFailed(Throwable failure) {
            LOGGER.log(Level.WARNING, "no connection", failure);
        }

        @Override
        public void closingFailed(Connection connection, Throwable failure) {
            LOGGER.log(Level.INFO, "connection not closed properly", failure);
        }

        @Override
        public void leaked(Connection connection, LeaseLeak leak) {
            LOGGER.log(Level.WARNING, leak.toString(), leak.takenAt());
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        Lease<Connection> lease;
        try {
            lease = pool.tryTake(patience);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new SQLTransientConnectionException("interrupted while waiting for a connection", interrupted);
        } catch (RuntimeException failed) { // the pool is closed, or no connection could be made
            throw failed.getCause() instanceof SQLException cause ? cause : new SQLException(failed);
        }
        if (lease == null) {
            throw new SQLTransientConnectionException("no connection within " + patience + ": " + pool);
        }
        return LeasedConnection.of(lease);
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("all connections of a pool have one user");
    }

    /** Figures of the pool. */
    public PoolStatistics statistics() {
        return pool.statistics();
    }

    /** Closes idle connections now, and the others when they are given back. */
    @Override
    public void close() {
        pool.close();
    }

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        throw new SQLFeatureNotSupportedException("the timeout is the constructor's");
    }

    @Override
    public int getLoginTimeout() {
        return Math.toIntExact(patience.toSeconds());
    }

    @Override
    public Logger getParentLogger() {
        return LOGGER;
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (!isWrapperFor(type)) {
            throw new SQLException("not a " + type.getName());
        }
        return type.cast(this);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
