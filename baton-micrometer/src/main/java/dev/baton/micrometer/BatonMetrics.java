package dev.baton.micrometer;

import dev.baton.BlockingPool;
import dev.baton.Monitoring;
import dev.baton.NamedPrimitive;
import dev.baton.PoolStatistics;
import dev.baton.Semaphore;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

import org.jspecify.annotations.Nullable;

/**
 * Meters of all primitives that have a name, also of those that get it later (see {@link Monitoring#named}).
 *
 * <pre>{@code
 * new BatonMetrics().bindTo(registry);
 * Semaphore orders = Monitoring.named(new Semaphore(10, true), "orders");
 * }</pre>
 *
 * Every meter has the tags {@code name} and {@code type}. For each primitive: {@code baton.waiting} (gauge),
 * {@code baton.waits} (counter, with {@code outcome}: served, timed out, aborted), {@code baton.wait} (timer: count and total
 * of all waits) and {@code baton.wait.bucket} (counter, with {@code le}: waits shorter than so many seconds, those of shorter
 * buckets included). For a pool also {@code baton.pool.size}, {@code .idle}, {@code .leased}, {@code .capacity} (gauges),
 * {@code .leases}, {@code .timeouts}, {@code .created}, {@code .creation.failures}, {@code .invalid}, {@code .expired},
 * {@code .idled.out}, {@code .closing.failures}, {@code .leaks} (counters). For a semaphore {@code baton.permits} (gauge).
 * <p>
 * The registry reads the counts when it wants to: no code of it runs in a wait. The meters of a primitive that is collected
 * are removed when the next one gets its name.
 */
public final class BatonMetrics implements MeterBinder {
    private final Tags common;

    /** Creates it without tags beyond its own. */
    public BatonMetrics() {
        this(Tags.empty());
    }

    /**
     * Creates it.
     *
     * @param common tags that every meter gets
     */
    public BatonMetrics(Iterable<Tag> common) {
        this.common = Tags.of(Objects.requireNonNull(common, "common"));
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Bound bound = new Bound(Objects.requireNonNull(registry, "registry"), common);
        Monitoring.onNamed(bound::add);
    }

    /** What is registered, and for which primitives. */
    private static final class Bound {
        private record Entry(NamedPrimitive primitive, List<Meter> meters) {}

        private final MeterRegistry registry;
        private final Tags common;
        private final List<Entry> entries = new ArrayList<>();

        Bound(MeterRegistry registry, Tags common) {
            this.registry = registry;
            this.common = common;
        }

        synchronized void add(NamedPrimitive named) {
            Object primitive = named.get();
            removeReplaced(primitive);
            if (primitive == null) {
                return;
            }
            MeterMaker maker = new MeterMaker(registry, named, common);
            maker.waits();
            switch (primitive) {
                case BlockingPool<?> pool -> maker.pool();
                case Semaphore semaphore -> maker.gauge("baton.permits", "permits that are there",
                        it -> it.get() instanceof Semaphore present ? present.availablePermits() : Double.NaN);
                default -> {
                    // nothing more to tell
                }
            }
            entries.add(new Entry(named, maker.meters));
        }

        /** Removes the meters of primitives that are gone, and of {@code primitive} if it had another name. */
        @SuppressWarnings("ReferenceEquality") // the same primitive is meant
        private void removeReplaced(@Nullable Object primitive) {
            for (Iterator<Entry> each = entries.iterator(); each.hasNext();) {
                Entry entry = each.next();
                Object there = entry.primitive().get();
                if (there == null || there == primitive) {
                    entry.meters().forEach(registry::remove);
                    each.remove();
                }
            }
        }
    }

    /** Makes the meters of one primitive. */
    private static final class MeterMaker {
        final List<Meter> meters = new ArrayList<>();
        private final MeterRegistry registry;
        private final NamedPrimitive named;
        private final Tags tags;

        MeterMaker(MeterRegistry registry, NamedPrimitive named, Tags common) {
            this.registry = registry;
            this.named = named;
            this.tags = common.and("name", named.getName(), "type", named.getType());
        }

        void gauge(String name, String description, ToDoubleFunction<NamedPrimitive> value) {
            meters.add(Gauge.builder(name, named, value).strongReference(true).tags(tags).description(description)
                    .register(registry));
        }

        private void counter(String name, Tags more, String description, ToDoubleFunction<NamedPrimitive> value) {
            meters.add(FunctionCounter.builder(name, named, value).tags(tags.and(more)).description(description)
                    .register(registry));
        }

        void waits() {
            gauge("baton.waiting", "requests that wait now", NamedPrimitive::getWaiting);
            String waits = "waits that parked or had a future";
            counter("baton.waits", Tags.of("outcome", "served"), waits, NamedPrimitive::getServed);
            counter("baton.waits", Tags.of("outcome", "timed out"), waits, NamedPrimitive::getTimedOut);
            counter("baton.waits", Tags.of("outcome", "aborted"), waits, NamedPrimitive::getAborted);
            meters.add(FunctionTimer.builder("baton.wait", named,
                    it -> it.getServed() + it.getTimedOut() + it.getAborted(), it -> it.getTotalWait().toNanos(),
                    TimeUnit.NANOSECONDS).tags(tags).description("time of waits").register(registry));
            List<NamedPrimitive.Bucket> buckets = named.getHistogram();
            for (int i = 0; i < buckets.size(); i++) {
                int last = i;
                String end = i == buckets.size() - 1 ? "+Inf" : Double.toString(buckets.get(i).under().toNanos() / 1e9);
                counter("baton.wait.bucket", Tags.of("le", end), "waits by their length",
                        it -> it.getHistogram().stream().limit(last + 1L).mapToLong(NamedPrimitive.Bucket::count)
                                .sum());
            }
        }

        void pool() {
            gauge("baton.pool.capacity", "most elements at a time", pool(PoolStatistics::capacity));
            gauge("baton.pool.size", "elements that exist", pool(PoolStatistics::size));
            gauge("baton.pool.idle", "elements that are not leased", pool(PoolStatistics::idle));
            gauge("baton.pool.leased", "places that are leased", pool(PoolStatistics::leased));
            poolCounter("leases", "leases begun", PoolStatistics::leases);
            poolCounter("timeouts", "timed takes that got nothing", PoolStatistics::timeouts);
            poolCounter("created", "elements created", PoolStatistics::created);
            poolCounter("creation.failures", "failures of the factory", PoolStatistics::creationFailures);
            poolCounter("invalid", "elements that the validator refused", PoolStatistics::invalid);
            poolCounter("expired", "elements closed at the end of their lifetime", PoolStatistics::expired);
            poolCounter("idled.out", "elements closed because they were idle", PoolStatistics::idledOut);
            poolCounter("closing.failures", "failures of the closer", PoolStatistics::closingFailures);
            poolCounter("leaks", "leases reported as leaked", PoolStatistics::leaks);
        }

        private void poolCounter(String name, String description, ToDoubleFunction<PoolStatistics> value) {
            counter("baton.pool." + name, Tags.empty(), description, pool(value));
        }

        private static ToDoubleFunction<NamedPrimitive> pool(ToDoubleFunction<PoolStatistics> value) {
            return it -> it.get() instanceof BlockingPool<?> pool ? value.applyAsDouble(pool.statistics()) : Double.NaN;
        }
    }
}
