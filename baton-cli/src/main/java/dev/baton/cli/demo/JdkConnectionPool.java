package dev.baton.cli.demo;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The pool that one writes with the JDK alone: a fair {@link ArrayBlockingQueue} of connections. */
public final class JdkConnectionPool implements ConnectionPool {
    private final BlockingQueue<DemoConnection> idle;

    public JdkConnectionPool(DemoDatabase database, int connections) {
        idle = new ArrayBlockingQueue<>(connections, true);
        for (int opened = 0; opened < connections; opened++) {
            idle.add(database.open());
        }
    }

    @Override
    public Lease take() throws InterruptedException {
        return new QueueLease(idle, idle.take());
    }

    @Override
    public @Nullable Lease take(Duration limit) throws InterruptedException {
        DemoConnection connection = idle.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
        return connection == null ? null : new QueueLease(idle, connection);
    }

    @Override
    public void close() {
        for (DemoConnection connection = idle.poll(); connection != null; connection = idle.poll()) {
            connection.close();
        }
    }

    private record QueueLease(BlockingQueue<DemoConnection> idle, DemoConnection connection) implements Lease {
        @Override
        public void close() {
            idle.add(connection);
        }
    }
}
