package com.example;

import dev.baton.Lease;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/** Connection of a pool in the hands of one user, whose close gives it back. */
final class LeasedConnection implements InvocationHandler {
    /** SQL states of this class say that the connection itself is gone. */
    private static final String CONNECTION_FAILURE = "08";

    private final Lease<Connection> lease;
    private final Connection connection;
    private final boolean autoCommit;
    private final boolean readOnly;
    private final int isolation;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean broken;

    private LeasedConnection(Lease<Connection> lease) throws SQLException {
        this.lease = lease;
        this.connection = lease.get();
        this.autoCommit = connection.getAutoCommit();
        this.readOnly = connection.isReadOnly();
        this.isolation = connection.getTransactionIsolation();
    }

    /** The connection for the user; if it cannot be made, the lease ends. */
    static Connection of(Lease<Connection> lease) throws SQLException {
        try {
            return (Connection) Proxy.newProxyInstance(LeasedConnection.class.getClassLoader(),
                    new Class<?>[]{Connection.class}, new LeasedConnection(lease));
        } catch (Throwable failed) {
            lease.discard();
            throw failed;
        }
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        return switch (method.getName()) {
            case "close" -> {
                close();
                yield null;
            }
            case "abort" -> {
                abort((Executor) arguments[0]);
                yield null;
            }
            case "isClosed" -> closed.get() || connection.isClosed();
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> closed.get() ? "connection that was given back" : "leased " + connection;
            default -> pass(method, arguments);
        };
    }

    private Object pass(Method method, Object[] arguments) throws Throwable {
        if (closed.get()) {
            if (method.getName().equals("isValid")) {
                return false;
            }
            throw new SQLException("the connection was given back");
        }
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException thrown) {
            Throwable cause = thrown.getCause();
            if (cause instanceof SQLException failure && failure.getSQLState() != null
                    && failure.getSQLState().startsWith(CONNECTION_FAILURE)) {
                broken = true;
            }
            throw cause;
        }
    }

    private void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        if (broken || !isReset()) {
            lease.discard();
        } else {
            lease.close();
        }
    }

    private void abort(Executor executor) throws SQLException {
        if (closed.compareAndSet(false, true)) {
            try {
                connection.abort(executor);
            } finally {
                lease.discard();
            }
        }
    }

    /** Brings the connection back to the state in which it was taken; false if it cannot be used any more. */
    private boolean isReset() {
        try {
            if (connection.isClosed()) {
                return false;
            }
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            if (connection.getAutoCommit() != autoCommit) {
                connection.setAutoCommit(autoCommit);
            }
            if (connection.isReadOnly() != readOnly) {
                connection.setReadOnly(readOnly);
            }
            if (connection.getTransactionIsolation() != isolation) {
                connection.setTransactionIsolation(isolation);
            }
            connection.clearWarnings();
            return true;
        } catch (SQLException failed) {
            return false;
        }
    }
}
