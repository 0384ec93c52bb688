package dev.baton.fault.trial;

import dev.baton.Channel;
import dev.baton.Event;
import dev.baton.KeyedLock;
import dev.baton.KeyedSemaphore;
import dev.baton.Permit;
import dev.baton.RateLimiter;
import dev.baton.Select;
import dev.baton.Semaphore;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What guards one unit among the primitives for servers, events and selects, fresh ones. */
final class ServerResources {
    private ServerResources() {}

    static void addTo(Map<String, Supplier<Resource>> all) {
        all.put("Permit", () -> new OfPermit(new Semaphore(1, true)));
        all.put("KeyedLock", () -> new OfKey(new KeyedLock<>()));
        all.put("KeyedSemaphore", () -> new OfKeyedPermit(new KeyedSemaphore<>(1)));
        all.put("RateLimiter", OfRate::new);
        all.put("Event, auto reset", () -> new OfEvent(Event.autoReset()));
        all.put("Select, an element", () -> new OfSelect(Channel.buffered(1), Channel.rendezvous()));
    }

    private static Resource.@Nullable Unit unitOf(@Nullable Permit permit) {
        return permit == null ? null : permit::close;
    }

    private record OfPermit(Semaphore semaphore) implements Resource {
        @Override
        public Unit enter() throws InterruptedException {
            return semaphore.permit()::close;
        }

        @Override
        public @Nullable Unit enter(long nanos) throws InterruptedException {
            try {
                return unitOf(semaphore.permit(nanos, TimeUnit.NANOSECONDS));
            } catch (TimeoutException late) {
                return null;
            }
        }

        @Override
        public Pending<?> enterAsync() {
            return new Pending<>(semaphore.permitAsync(), permit -> permit::close);
        }

        @Override
        public int available() {
            return semaphore.availablePermits();
        }
    }

    private record OfKey(KeyedLock<String> locks) implements Resource {
        @Override
        public Unit enter() throws InterruptedException {
            locks.lockInterruptibly("a");
            return () -> locks.unlock("a");
        }

        @Override
        public @Nullable Unit enter(long nanos) throws InterruptedException {
            return locks.tryLock("a", nanos, TimeUnit.NANOSECONDS) ? () -> locks.unlock("a") : null;
        }

        @Override
        public Pending<?> enterAsync() {
            return new Pending<>(locks.lockAsync("a"), token -> token::close);
        }

        @Override
        public int available() {
            return locks.isLocked("a") ? 0 : 1;
        }
    }

    private record OfKeyedPermit(KeyedSemaphore<String> semaphores) implements Resource {
        @Override
        public Unit enter() throws InterruptedException {
            return semaphores.permit("a")::close;
        }

        @Override
        public @Nullable Unit enter(long nanos) throws InterruptedException {
            try {
                return unitOf(semaphores.permit("a", Duration.ofNanos(nanos)));
            } catch (TimeoutException late) {
                return null;
            }
        }

        @Override
        public Pending<?> enterAsync() {
            return new Pending<>(semaphores.permitAsync("a"), permit -> permit::close);
        }

        @Override
        public int available() {
            return semaphores.availablePermits("a");
        }
    }

    /** A limiter with a permit in each period: the unit is back when a period has passed, which is when its user leaves. */
    private static final class OfRate implements Resource, RateLimiter.Clock {
        private static final long PERIOD = 1_000L;

        private volatile long now;
        private volatile @Nullable Runnable task;
        private final RateLimiter limiter = RateLimiter.of(1, Duration.ofNanos(PERIOD), 1, this);

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public void runAfter(long nanos, Runnable later) {
            task = later;
        }

        /** A period passes at the first call only: a call that fails is made again. */
        private Unit unit() {
            long due = now + PERIOD;
            return () -> {
                now = Math.max(now, due);
                Runnable strikes = task;
                if (strikes != null) {
                    strikes.run();
                }
            };
        }

        @Override
        public Unit enter() throws InterruptedException {
            limiter.acquire();
            return unit();
        }

        @Override
        public @Nullable Unit enter(long nanos) throws InterruptedException {
            return limiter.tryAcquire(Duration.ofNanos(nanos)) ? unit() : null;
        }

        @Override
        public Pending<?> enterAsync() {
            return new Pending<>(limiter.acquireAsync(), nothing -> unit());
        }

        @Override
        public int available() {
            return limiter.availablePermits();
        }
    }

    private static final class OfEvent implements Resource {
        private final Event event;

        OfEvent(Event event) {
            this.event = event;
            event.set();
        }

        @Override
        public Unit enter() throws InterruptedException {
            event.await();
            return event::set;
        }

        @Override
        public @Nullable Unit enter(long nanos) throws InterruptedException {
            return event.await(nanos, TimeUnit.NANOSECONDS) ? event::set : null;
        }

        @Override
        public Pending<?> enterAsync() {
            return new Pending<>(event.awaitAsync(), nothing -> event::set);
        }

        @Override
        public int available() {
            return event.isSet() ? 1 : 0;
        }
    }

    /** The one element is received by a select, which waits for another channel, too, into which nobody sends. */
    private static final class OfSelect implements Resource {
        private final Channel<String> channel;
        private final Channel<String> silent;

        OfSelect(Channel<String> channel, Channel<String> silent) {
            this.channel = channel;
            this.silent = silent;
            channel.trySend("unit");
        }

        private Select<String> select() {
            return Select.<String>fair().onReceive(silent, element -> element).onReceive(channel, element -> element);
        }

        private Unit unit(String element) {
            return () -> channel.trySend(element);
        }

        @Override
        public Unit enter() throws InterruptedException {
            return unit(select().select());
        }

        @Override
        public @Nullable Unit enter(long nanos) throws InterruptedException {
            String element = select().onTimeout(Duration.ofNanos(nanos), () -> "late").select();
            return element.equals("late") ? null : unit(element);
        }

        @Override
        public Pending<?> enterAsync() {
            CompletableFuture<String> request = select().selectAsync();
            return new Pending<>(request, this::unit);
        }

        @Override
        public int available() {
            return channel.getSize();
        }
    }
}
