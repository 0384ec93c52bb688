package dev.baton.check.api;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The client that a check explores: some threads, and what must hold when all have ended. What runs before the
 * scenario is complete is set-up: it happens before everything else and is not explored.
 *
 * <pre>{@code
 * checker.check(scenario -> {
 *     var lock = new MyLock();
 *     int[] count = { 0 };
 *     scenario.threads(2, () -> { lock.lock(); count[0]++; lock.unlock(); });
 *     scenario.finallyAssert(() -> { assert count[0] == 2; });
 * });
 * }</pre>
 *
 * An exception or a failed assertion that leaves any of them is a violation.
 */
public final class Scenario {
    /** A thread of the scenario; {@code thread} is what the program knows it by. */
    record Actor(String name, Runnable body, Thread thread) {
        Actor(String name, Runnable body) {
            this(name, body, new Thread(body, name));
        }
    }

    final List<Actor> actors = new ArrayList<>();
    /** Objects whose fields are the state of the check: the instance of a test class, jcstress's states. */
    final List<Object> states = new ArrayList<>();
    final List<Runnable> afterwards = new ArrayList<>();
    @Nullable
    Supplier<?> outcome;
    @Nullable
    Runnable main;

    Scenario() {}

    /**
     * Adds a thread.
     *
     * @param body what the thread does
     * @return this scenario
     */
    public Scenario thread(Runnable body) {
        return thread("T" + (actors.size() + 1), body);
    }

    /**
     * Adds a thread whose body may throw checked exceptions.
     *
     * @param body what the thread does
     * @return this scenario
     */
    public Scenario thread(ThreadBody body) {
        return thread((Runnable) body);
    }

    /**
     * Adds a thread that traces call by this name.
     *
     * @param name the name
     * @param body what the thread does
     * @return this scenario
     */
    public Scenario thread(String name, Runnable body) {
        actors.add(new Actor(name, body));
        return this;
    }

    /**
     * Adds a thread that traces call by this name, whose body may throw checked exceptions.
     *
     * @param name the name
     * @param body what the thread does
     * @return this scenario
     */
    public Scenario thread(String name, ThreadBody body) {
        return thread(name, (Runnable) body);
    }

    /**
     * Adds threads that all do the same.
     *
     * @param count how many
     * @param body what each of them does
     * @return this scenario
     */
    public Scenario threads(int count, Runnable body) {
        for (int i = 0; i < count; i++) {
            thread(body);
        }
        return this;
    }

    /**
     * Adds threads that all do the same and may throw checked exceptions.
     *
     * @param count how many
     * @param body what each of them does
     * @return this scenario
     */
    public Scenario threads(int count, ThreadBody body) {
        return threads(count, (Runnable) body);
    }

    /**
     * Runs when all threads have ended, and sees all they did.
     *
     * @param assertion throws if something is wrong
     * @return this scenario
     */
    public Scenario finallyAssert(Runnable assertion) {
        afterwards.add(assertion);
        return this;
    }

    /**
     * Runs when all threads have ended, and sees all they did; may throw checked exceptions.
     *
     * @param assertion throws if something is wrong
     * @return this scenario
     */
    public Scenario finallyAssert(ThreadBody assertion) {
        return finallyAssert((Runnable) assertion);
    }

    /**
     * What to count executions by, evaluated when all threads have ended.
     *
     * @param value gives the outcome
     * @return this scenario
     */
    public Scenario outcome(Supplier<?> value) {
        outcome = value;
        return this;
    }
}
