package dev.baton.cli.demo;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;

/** One connection with its prepared query; notices when two threads use it at once. */
public final class DemoConnection implements AutoCloseable {
    private final Connection connection;
    private final PreparedStatement query;
    private final Runnable onClose;
    private final AtomicBoolean inUse = new AtomicBoolean();

    DemoConnection(Connection connection, Runnable onClose) throws SQLException {
        this.connection = connection;
        this.query = connection.prepareStatement("SELECT balance FROM account WHERE id = ?");
        this.onClose = onClose;
    }

    /** Marks the connection as used; false if another thread has it. */
    boolean enter() {
        return inUse.compareAndSet(false, true);
    }

    void exit() {
        inUse.set(false);
    }

    /** Reads the balance of {@code account} and checks it. */
    void readBalance(int account) throws SQLException {
        query.setInt(1, account);
        try (ResultSet rows = query.executeQuery()) {
            if (!rows.next() || rows.getInt(1) != account * 10) {
                throw new SQLException("account " + account + " has a wrong balance");
            }
        }
    }

    public boolean isOpen() {
        try {
            return !connection.isClosed();
        } catch (SQLException broken) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
            onClose.run();
        } catch (SQLException failure) {
            throw new IllegalStateException("a connection does not close: " + failure.getMessage(), failure);
        }
    }
}
