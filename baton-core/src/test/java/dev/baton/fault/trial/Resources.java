package dev.baton.fault.trial;

import dev.baton.Bag;
import dev.baton.BlockingPool;
import dev.baton.Channel;
import dev.baton.Lease;
import dev.baton.LockToken;
import dev.baton.Mutex;
import dev.baton.ReentrantLock;
import dev.baton.ReentrantReadWriteLock;
import dev.baton.Semaphore;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The primitives that guard one unit, fresh ones. */
final class Resources {
    private Resources() {}

    static Map<String, Supplier<Resource>> all() {
        Map<String, Supplier<Resource>> all = new LinkedHashMap<>();
        all.put("Semaphore, fair", () -> new OfSemaphore(new Semaphore(1, true)));
        all.put("Semaphore, barging", () -> new OfSemaphore(new Semaphore(1)));
        all.put("Mutex", () -> new OfMutex(new Mutex()));
        for (boolean fair : new boolean[]{true, false}) {
            String order = fair ? ", fair" : ", barging";
            all.put("ReentrantLock" + order, () -> {
                ReentrantLock lock = new ReentrantLock(fair);
                return new OfLock(lock, lock::lockAsync, () -> !lock.isLocked());
            });
            all.put("ReentrantReadWriteLock, write" + order, () -> {
                ReentrantReadWriteLock lock = new ReentrantReadWriteLock(fair);
                return new OfLock(lock.writeLock(), lock.writeLock()::lockAsync, () -> !lock.isWriteLocked());
            });
        }
        all.put("Channel, an element", () -> new OfElement(Channel.buffered(1)));
        all.put("Channel, room for one", () -> new OfRoom(Channel.buffered(1)));
        ServerResources.addTo(all);
        all.put("Bag, queue", () -> new OfBag(Bag.queue()));
        all.put("Bag, stack", () -> new OfBag(Bag.stack()));
        for (BlockingPool.Order order : BlockingPool.Order.values()) {
            all.put("BlockingPool, " + order, () -> new OfPool(
                    BlockingPool.builder(1, Object::new).order(order).executor(Runnable::run).build()));
        }
        return all;
    }

    private record OfSemaphore(Semaphore semaphore) implements Resource {
        @Override
        public Unit enter() throws InterruptedException {
            Unit unit = semaphore::release;
            semaphore.acquire();
            return unit;
        }

        @Override
        public @Nullable Unit enter(long nanos) throws InterruptedException {
            return semaphore.tryAcquire(nanos, TimeUnit.NANOSECONDS) ? semaphore::release : null;
        }

        @Override
        public Pending<?> enterAsync() {
            return new Pending<>(semaphore.acquireAsync(), _ -> semaphore::release);
        }

        @Override
        public int available() {
            return semaphore.availablePermits();
        }
    }

    private record OfMutex(Mutex mutex) implements Resource {
        @Override
        public Unit enter() throws InterruptedException {
            mutex.lockInterruptibly();
            return mutex::unlock;
        }

        @Override
        public @Nullable Unit enter(long nanos) throws InterruptedException {
            return mutex.tryLock(nanos, TimeUnit.NANOSECONDS) ? mutex::unlock : null;
        }

        @Override
        public Pending<?> enterAsync() {
            return new Pending<>(mutex.lockAsync(), _ -> mutex::unlock);
        }

        @Override
        public int available() {
            return mutex.isLocked() ? 0 : 1;
        }
    }

    private record OfLock(Lock lock, Supplier<CompletableFuture<LockToken>> async, BooleanSupplier free)
            implements
                Resource {
        @Override
        public Unit enter() throws InterruptedException {
            lock.lockInterruptibly();
            return lock::unlock;
        }

        @Override
        public @Nullable Unit enter(long nanos) throws InterruptedException {
            return lock.tryLock(nanos, TimeUnit.NANOSECONDS) ? lock::unlock : null;
        }

        @Override
        public Pending<?> enterAsync() {
            return new Pending<>(async.get(), token -> token::close);
        }

        @Override
        public int available() {
            return free.getAsBoolean() ? 1 : 0;
        }
    }

    private static final class OfBag implements Resource {
        private final Bag<Object> bag;

        OfBag(Bag<Object> bag) {
            this.bag = bag;
            bag.put("unit");
        }

        private Unit unit(Object element) {
            return () -> bag.put(element);
        }

        @Override
        public Unit enter() throws InterruptedException {
            return unit(bag.take());
        }

        @Override
        public @Nullable Unit enter(long nanos) throws InterruptedException {
            Object element = bag.tryTake(nanos, TimeUnit.NANOSECONDS);
            return element == null ? null : unit(element);
        }

        @Override
        public Pending<?> enterAsync() {
            return new Pending<>(bag.takeAsync(), this::unit);
        }

        @Override
        public int available() {
            return bag.getSize();
        }
    }

    private static final class OfPool implements Resource {
        private final BlockingPool<Object> pool;

        OfPool(BlockingPool<Object> pool) {
            this.pool = pool;
            pool.takeUninterruptibly().close(); // creates the element
        }

        @Override
        public Unit enter() throws InterruptedException {
            return pool.take()::close;
        }

        @Override
        public @Nullable Unit enter(long nanos) throws InterruptedException {
            Lease<Object> lease = pool.tryTake(nanos, TimeUnit.NANOSECONDS);
            return lease == null ? null : lease::close;
        }

        @Override
        public Pending<?> enterAsync() {
            return new Pending<>(pool.takeAsync(), lease -> lease::close);
        }

        @Override
        public int available() {
            return pool.getIdle();
        }
    }

    /** Whoever receives the one element has it until it is sent again. */
    private static final class OfElement implements Resource {
        private final Channel<Object> channel;

        OfElement(Channel<Object> channel) {
            this.channel = channel;
            channel.trySend("unit");
        }

        private Unit unit(Object element) {
            return () -> channel.trySend(element);
        }

        @Override
        public Unit enter() throws InterruptedException {
            return unit(channel.receive());
        }

        @Override
        public @Nullable Unit enter(long nanos) throws InterruptedException {
            Object element = channel.tryReceive(nanos, TimeUnit.NANOSECONDS);
            return element == null ? null : unit(element);
        }

        @Override
        public Pending<?> enterAsync() {
            return new Pending<>(channel.receiveAsync(), this::unit);
        }

        @Override
        public int available() {
            return channel.getSize();
        }
    }

    /** Whoever sends has the one room until the element is received. */
    private record OfRoom(Channel<Object> channel) implements Resource {
        private Unit unit() {
            return channel::tryReceive;
        }

        @Override
        public Unit enter() throws InterruptedException {
            Unit unit = unit();
            channel.send("unit");
            return unit;
        }

        @Override
        public @Nullable Unit enter(long nanos) throws InterruptedException {
            Unit unit = unit();
            return channel.trySend("unit", nanos, TimeUnit.NANOSECONDS) ? unit : null;
        }

        @Override
        public Pending<?> enterAsync() {
            return new Pending<>(channel.sendAsync("unit"), _ -> unit());
        }

        @Override
        public int available() {
            return 1 - channel.getSize();
        }
    }
}
