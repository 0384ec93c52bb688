package dev.baton.verify.spec;

import dev.baton.check.api.Operation;
import dev.baton.check.api.Specification;
import dev.baton.check.api.Values;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Maps: one behind locks, with one mistake each, and clients of the JDK's that put two calls together. */
final class SpecifiedMaps {
    private SpecifiedMaps() {}

    enum Mistake {
        NONE, READS_WITHOUT_LOCK, LOCKS_BY_VALUE, CHECKS_BEFORE_LOCK, RELEASES_BETWEEN
    }

    /** Keys 1 and 2 have a place and a lock each. */
    private static final class Places {
        private final Mistake mistake;
        private final @Nullable Integer[] values = new @Nullable Integer[3];
        private final ReentrantLock[] locks = {new ReentrantLock(), new ReentrantLock(), new ReentrantLock()};

        Places(Mistake mistake) {
            this.mistake = mistake;
        }

        private ReentrantLock lock(int key, int value) {
            return locks[mistake == Mistake.LOCKS_BY_VALUE ? value : key];
        }

        @Nullable
        Integer put(int key, int value) {
            ReentrantLock lock = lock(key, value);
            lock.lock();
            try {
                Integer before = values[key];
                if (mistake == Mistake.RELEASES_BETWEEN) {
                    lock.unlock();
                    lock.lock();
                }
                values[key] = value;
                return before;
            } finally {
                lock.unlock();
            }
        }

        @Nullable
        Integer get(int key) {
            if (mistake == Mistake.READS_WITHOUT_LOCK) {
                return values[key];
            }
            ReentrantLock lock = locks[key];
            lock.lock();
            try {
                return values[key];
            } finally {
                lock.unlock();
            }
        }

        @Nullable
        Integer putIfAbsent(int key, int value) {
            if (mistake == Mistake.CHECKS_BEFORE_LOCK) {
                Integer there = get(key);
                return there != null ? there : nothing(put(key, value));
            }
            ReentrantLock lock = lock(key, value);
            lock.lock();
            try {
                Integer there = values[key];
                if (there == null) {
                    values[key] = value;
                }
                return there;
            } finally {
                lock.unlock();
            }
        }
    }

    private static @Nullable Integer nothing(@Nullable Integer replaced) {
        return null; // it was absent, as the caller believes
    }

    /** What all maps of places do. Keys have nothing in common but their locks, so one is enough. */
    abstract static class Locked {
        private final Places places;

        Locked(Mistake mistake) {
            places = new Places(mistake);
        }

        @Operation
        @Nullable
        Integer put(@Values("1") int key, int value) {
            return places.put(key, value);
        }

        @Operation
        @Nullable
        Integer get(@Values("1") int key) {
            return places.get(key);
        }

        @Operation
        @Nullable
        Integer putIfAbsent(@Values("1") int key, int value) {
            return places.putIfAbsent(key, value);
        }
    }

    /** A map for one thread. */
    static final class Sequential {
        private final Map<Integer, Integer> map = new HashMap<>();

        @Nullable
        Integer put(int key, int value) {
            return map.put(key, value);
        }

        @Nullable
        Integer get(int key) {
            return map.get(key);
        }

        @Nullable
        Integer putIfAbsent(int key, int value) {
            return map.putIfAbsent(key, value);
        }

        @Nullable
        Integer remove(int key) {
            return map.remove(key);
        }

        Integer computeIfAbsent(int key, int value) {
            return map.computeIfAbsent(key, _ -> value);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Sequential that && map.equals(that.map);
        }

        @Override
        public int hashCode() {
            return map.hashCode();
        }
    }

    @Specification(value = Sequential.class, calls = 1)
    static class RightMap extends Locked {
        RightMap() {
            super(Mistake.NONE);
        }
    }

    @Specification(Sequential.class)
    static class ReadsWithoutLock extends Locked {
        ReadsWithoutLock() {
            super(Mistake.READS_WITHOUT_LOCK);
        }
    }

    @Specification(Sequential.class)
    static class LocksByValue extends Locked {
        LocksByValue() {
            super(Mistake.LOCKS_BY_VALUE);
        }
    }

    @Specification(Sequential.class)
    static class ChecksBeforeLock extends Locked {
        ChecksBeforeLock() {
            super(Mistake.CHECKS_BEFORE_LOCK);
        }
    }

    @Specification(Sequential.class)
    static class ReleasesBetween extends Locked {
        ReleasesBetween() {
            super(Mistake.RELEASES_BETWEEN);
        }
    }

    /** Asks, computes, puts: another value may be there by then. */
    @Specification(Sequential.class)
    static class ComputesOutside {
        private final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();

        @Operation
        Integer computeIfAbsent(int key, int value) {
            Integer there = map.get(key);
            if (there == null) {
                map.put(key, value);
                return value;
            }
            return there;
        }
    }

    /** Two removes take the same value. */
    @Specification(Sequential.class)
    static class RemovesTwice {
        private final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();

        @Operation
        @Nullable
        Integer put(int key, int value) {
            return map.put(key, value);
        }

        @Operation
        @Nullable
        Integer remove(int key) {
            Integer there = map.get(key);
            map.remove(key);
            return there;
        }
    }
}
