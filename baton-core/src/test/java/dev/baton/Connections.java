package dev.baton;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Stand-in for a database: counts what is opened and closed, and notices misuse. */
final class Connections {
    final AtomicInteger opened = new AtomicInteger();
    final AtomicInteger closed = new AtomicInteger();
    final AtomicInteger most = new AtomicInteger();
    final AtomicInteger closedTwice = new AtomicInteger();
    final AtomicInteger sharedUses = new AtomicInteger();
    final AtomicInteger usesAfterClose = new AtomicInteger();
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();

    /** One element of the pools under test. */
    final class Connection implements AutoCloseable {
        final int number = opened.getAndIncrement();
        private final AtomicBoolean isClosed = new AtomicBoolean();
        private final AtomicBoolean inUse = new AtomicBoolean();

        /** Works a little; must not be called by two at a time or after the close. */
        void use() {
            if (!inUse.compareAndSet(false, true)) {
                sharedUses.incrementAndGet();
            }
            if (isClosed.get()) {
                usesAfterClose.incrementAndGet();
            }
            inUse.set(false);
        }

        @Override
        public void close() {
            if (!isClosed.compareAndSet(false, true)) {
                closedTwice.incrementAndGet();
            }
            open.remove(this);
            closed.incrementAndGet();
        }

        boolean isClosed() {
            return isClosed.get();
        }

        @Override
        public String toString() {
            return "connection " + number;
        }
    }

    Connection connect() {
        Connection connection = new Connection();
        open.add(connection);
        most.accumulateAndGet(open.size(), Math::max);
        return connection;
    }

    int open() {
        return open.size();
    }
}
