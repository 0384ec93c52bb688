package dev.baton.bench.combine;

import dev.baton.bench.load.Crew;
import dev.baton.bench.load.Watchdog;
import dev.baton.bench.load.Worker;
import dev.baton.bench.peer.Gate;
import dev.baton.combine.CombiningScheduler;
import java.util.ArrayList;
import java.util.List;

/**
 * Virtual threads that use random ones of some resources, each under its own lock, with work between: the experiment of
 * the paper's section 5.4.
 *
 * @param carriers   carriers of the policies; the peers run on the JDK's scheduler
 * @param tasks      virtual threads
 * @param resources  resources
 * @param section    nanoseconds inside
 * @param work       nanoseconds outside
 * @param operations sections in all
 */
record Resources(int carriers, int tasks, int resources, int section, int work, int operations) {
    private static final class Resource {
        final Gate gate;
        final Visits visits = new Visits();
        long data = 88172645463325252L;

        Resource(Gate gate) {
            this.gate = gate;
        }
    }

    /** Runs it with the lock that {@code peer} names; returns what happened at each resource. */
    List<Visits> run(String peer) throws InterruptedException {
        List<Resource> shared = new ArrayList<>();
        for (int index = 0; index < resources; index++) {
            shared.add(new Resource(PolicyLocks.gate(peer, tasks)));
        }
        int sectionSteps = Steps.in(section);
        int workSteps = Steps.in(work);
        try (CombiningScheduler scheduler = CombiningScheduler.create(carriers)) {
            Crew crew = new Crew(tasks, PolicyLocks.virtualThreads(peer, scheduler), new Watchdog());
            crew.run(operations, (worker, share) -> loop(worker, share, shared, sectionSteps, workSteps));
            crew.dismiss();
        }
        return shared.stream().map(resource -> resource.visits).toList();
    }

    private static void loop(Worker worker, int share, List<Resource> shared, int sectionSteps, int workSteps)
            throws InterruptedException {
        long state = 0x9E3779B97F4A7C15L * (worker.index() + 1);
        for (int count = 0; count < share; count++) {
            Resource resource = shared.get((int) ((state >>> 1) % shared.size()));
            long asked = System.nanoTime();
            resource.gate.enter(worker);
            resource.visits.enter(asked, System.nanoTime(), CarrierProbe.current());
            resource.data = Steps.run(resource.data, sectionSteps);
            resource.visits.leave(System.nanoTime());
            resource.gate.exit(worker);
            state = Steps.run(state, workSteps + 1);
        }
        worker.keep(state);
    }
}
