package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the pooled data source promises over any database. */
abstract class DataSourceContract {
    private static final int CAPACITY = 4;

    private final ScheduledExecutorService housekeeper = Executors.newSingleThreadScheduledExecutor();
    PooledDataSource pooled;

    /** Address of the database. */
    abstract String url();

    /** The database, without a pool. */
    final DataSource origin() {
        return (DataSource) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[]{DataSource.class},
                (proxy, method, arguments) -> {
                    assertEquals("getConnection", method.getName());
                    return DriverManager.getConnection(url());
                });
    }

    PooledDataSource pooled(Duration patience) {
        return new PooledDataSource(origin(), CAPACITY, patience, housekeeper);
    }

    @BeforeEach
    void open() throws SQLException {
        pooled = pooled(Duration.ofSeconds(20));
        execute("DROP TABLE IF EXISTS account");
        execute("CREATE TABLE account (id INT PRIMARY KEY, amount INT)");
        execute("INSERT INTO account VALUES (1, 0)");
    }

    @AfterEach
    void close() {
        pooled.close();
        assertEquals(0, pooled.statistics().size(), "every connection was closed");
        housekeeper.shutdownNow();
    }

    final void execute(String sql) throws SQLException {
        try (Connection connection = pooled.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    final int amount() throws SQLException {
        try (Connection connection = pooled.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT amount FROM account WHERE id = 1")) {
            assertTrue(rows.next());
            return rows.getInt(1);
        }
    }

    @Test
    void manyVirtualThreadsOfWhichSomeGiveUpShareFewConnections() throws Exception {
        AtomicInteger added = new AtomicInteger();
        AtomicInteger gaveUp = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        try (PooledDataSource impatient = pooled(Duration.ofNanos(1))) {
            for (int i = 0; i < 300; i++) {
                PooledDataSource source = i % 3 == 0 ? impatient : pooled;
                threads.add(Thread.ofVirtual().start(() -> {
                    try (Connection connection = source.getConnection();
                            Statement statement = connection.createStatement()) {
                        statement.execute("UPDATE account SET amount = amount + 1 WHERE id = 1");
                        added.incrementAndGet();
                    } catch (SQLTransientConnectionException late) {
                        gaveUp.incrementAndGet();
                    } catch (SQLException failed) {
                        throw new AssertionError(failed);
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(0, impatient.statistics().leased());
        }
        assertEquals(300, added.get() + gaveUp.get());
        assertEquals(added.get(), amount());
        assertEquals(0, pooled.statistics().leased());
        assertTrue(pooled.statistics().created() <= CAPACITY);
    }

    @Test
    void workThatIsNotCommittedIsRolledBackAndTheStateIsReset() throws Exception {
        try (Connection connection = pooled.getConnection(); Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            statement.execute("UPDATE account SET amount = 7 WHERE id = 1");
        }
        assertEquals(0, amount());
        try (Connection connection = pooled.getConnection()) {
            assertTrue(connection.getAutoCommit());
            assertEquals(Connection.TRANSACTION_READ_COMMITTED, connection.getTransactionIsolation());
        }
        assertEquals(1, pooled.statistics().created(), "one connection was used again and again");
    }

    @Test
    void connectionThatWasGivenBackIsOfNoMoreUse() throws Exception {
        Connection connection = pooled.getConnection();
        connection.close();
        connection.close();
        assertTrue(connection.isClosed());
        assertFalse(connection.isValid(1));
        assertThrows(SQLException.class, connection::createStatement);
        assertEquals(0, pooled.statistics().leased());
    }

    @Test
    void waitThatTakesTooLongFailsAndLosesNothing() throws Exception {
        try (PooledDataSource impatient = pooled(Duration.ofMillis(1))) {
            List<Connection> all = new ArrayList<>();
            for (int i = 0; i < CAPACITY; i++) {
                all.add(impatient.getConnection());
            }
            assertThrows(SQLTransientConnectionException.class, impatient::getConnection);
            for (Connection connection : all) {
                connection.close();
            }
            impatient.getConnection().close();
            assertEquals(1, impatient.statistics().timeouts());
        }
    }

    @Test
    void interruptedWaitKeepsTheInterrupt() {
        Thread.currentThread().interrupt();
        assertThrows(SQLTransientConnectionException.class, pooled::getConnection);
        assertTrue(Thread.interrupted());
    }

    @Test
    void abortedConnectionIsReplaced() throws Exception {
        Connection connection = pooled.getConnection();
        connection.abort(Runnable::run);
        assertEquals(0, amount());
        assertEquals(2, pooled.statistics().created());
    }

    @Test
    void closedSourceRefuses() throws Exception {
        Connection late = pooled.getConnection();
        pooled.close();
        assertThrows(SQLException.class, pooled::getConnection);
        late.close();
    }
}
