package dev.baton.bench.simulate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;

import org.jspecify.annotations.Nullable;

/** One run of a {@link Scenario}: the same scenario gives the same outcome. */
public final class Simulation {
    /*
     * Overview
     *   An agenda of events in the order of their time. A task is in exactly one place:
     *
     *      ready queue ──► core ──► lock's queue ──► ready queue (DISPATCH) or the releaser's core (INLINE, COMBINE)
     *
     *   A release with waiters makes the first of them the owner, whatever the policy. Then
     *      DISPATCH  the owner becomes ready, the releaser goes on with its work
     *      INLINE    the owner's section runs here; the releaser goes on here when nothing is handed over any more
     *      COMBINE   the owner's section runs here; the releaser becomes ready
     *   A task that becomes ready wakes one sleeping core, if that may run it.
     *
     * Source
     *   "Minimize Your Critical Path with Combine-and-Exchange Locks", sections 4 and 5.
     *
     * Not in the model
     *   Memory traffic beyond the one migration cost, distance between cores, preemption, spinning before a task sleeps,
     *   the bound on hand-overs in a row.
     */

    private record Event(double time, long number, Runnable action) {}

    /** A core; a task on it has it until it waits for the lock. */
    private static final class Core {
        final int number;
        final Deque<SimulatedTask> later = new ArrayDeque<>();

        Core(int number) {
            this.number = number;
        }
    }

    private final Scenario scenario;
    private final Costs costs;
    private final Trace trace;
    private final Random random;
    private final PriorityQueue<Event> agenda = new PriorityQueue<>(
            Comparator.comparingDouble(Event::time).thenComparingLong(Event::number));
    private final Queue<SimulatedTask> waiters = new ArrayDeque<>();
    private final ReadyQueue ready;
    private final List<Core> cores = new ArrayList<>();
    private final Deque<Core> sleeping = new ArrayDeque<>();
    private double now;
    private long events;
    private @Nullable SimulatedTask owner;
    private @Nullable Core lastSection;
    private int completed;
    private double countedFrom;
    private int handOvers;
    private int moves;
    private double delay;

    private Simulation(Scenario scenario, Trace trace) {
        this.scenario = scenario;
        this.costs = scenario.costs();
        this.trace = trace;
        random = new Random(scenario.seed());
        ready = new ReadyQueue(scenario.order(), scenario.cores());
    }

    /** Simulates. */
    public static Outcome run(Scenario scenario) {
        return run(scenario, Trace.NONE);
    }

    static Outcome run(Scenario scenario, Trace trace) {
        return new Simulation(scenario, trace).run();
    }

    private Outcome run() {
        for (int number = 0; number < scenario.tasks(); number++) {
            ready.add(new SimulatedTask(number), number % scenario.cores());
        }
        for (int number = 0; number < scenario.cores(); number++) {
            cores.add(new Core(number));
        }
        cores.forEach(this::runNext);
        while (completed < scenario.warmup() + scenario.operations()) {
            Event event = agenda.poll();
            if (event == null) {
                throw new IllegalStateException("every task waits");
            }
            now = event.time;
            event.action.run();
        }
        return new Outcome(scenario.operations(), now - countedFrom, handOvers, moves, delay);
    }

    private void after(double nanos, Runnable action) {
        agenda.add(new Event(now + nanos, events++, action));
    }

    /** The core is free: it goes on with what it keeps for later, then with what is ready, or sleeps. */
    private void runNext(Core core) {
        SimulatedTask kept = core.later.pollFirst();
        SimulatedTask next = kept == null ? ready.take(core.number) : kept;
        if (next == null) {
            sleeping.addLast(core);
        } else {
            after(costs.switchover(), () -> resume(core, next));
        }
    }

    private void resume(Core core, SimulatedTask task) {
        if (task == owner) {
            enter(core, task, 0);
        } else if (task.hasWork) {
            work(core, task, 0);
        } else {
            arrive(core, task);
        }
    }

    private void makeReady(SimulatedTask task, Core by) {
        int only = ready.add(task, by.number);
        Core woken = only < 0 ? sleeping.peekFirst() : cores.get(only);
        if (woken != null && sleeping.remove(woken)) {
            after(costs.wake(), () -> runNext(woken));
        }
    }

    private void arrive(Core core, SimulatedTask task) {
        if (owner == null) {
            owner = task;
            task.handedOverAt = Double.NaN;
            enter(core, task, costs.lock());
        } else {
            waiters.add(task);
            trace.waits(task.number);
            runNext(core);
        }
    }

    private void enter(Core core, SimulatedTask task, double preparation) {
        double begin = now + preparation;
        trace.enters(task.number, core.number, begin);
        if (!Double.isNaN(task.handedOverAt)) {
            handOvers++;
            delay += begin - task.handedOverAt;
        }
        boolean moved = lastSection != null && lastSection != core;
        lastSection = core;
        if (moved) {
            moves++;
        }
        after(preparation + (moved ? costs.migrate() : 0) + scenario.section(), () -> leave(core, task));
    }

    private void leave(Core core, SimulatedTask task) {
        trace.leaves(task.number, core.number, now);
        task.hasWork = true;
        SimulatedTask next = waiters.poll();
        owner = next;
        if (next == null) {
            work(core, task, 0);
            return;
        }
        next.handedOverAt = now;
        switch (scenario.handOff()) {
            case DISPATCH -> {
                makeReady(next, core);
                work(core, task, costs.submit());
            }
            case INLINE -> {
                core.later.addFirst(task);
                enter(core, next, costs.switchover());
            }
            case COMBINE -> {
                makeReady(task, core);
                enter(core, next, costs.submit() + costs.switchover());
            }
        }
    }

    private void work(Core core, SimulatedTask task, double preparation) {
        double part = 1 + scenario.spread() * (2 * random.nextDouble() - 1);
        after(preparation + scenario.work() * part, () -> complete(core, task));
    }

    private void complete(Core core, SimulatedTask task) {
        task.hasWork = false;
        trace.completes(task.number, core.number, now);
        if (++completed == scenario.warmup()) {
            countedFrom = now;
            handOvers = 0;
            moves = 0;
            delay = 0;
        }
        arrive(core, task);
    }
}
