package dev.baton.check.replay;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The main thread of a check: starts the actors, waits for them, looks at what they left. */
public final class MainBody implements Runnable {
    private final List<Integer> actors;
    private final List<Runnable> afterwards;
    private final @Nullable Supplier<?> outcome;

    public MainBody(List<Integer> actors, List<Runnable> afterwards, @Nullable Supplier<?> outcome) {
        this.actors = List.copyOf(actors);
        this.afterwards = List.copyOf(afterwards);
        this.outcome = outcome;
    }

    @Override
    public void run() {
        SimThread self = Strand.current();
        for (int actor : actors) {
            self.start(actor, false, 0);
        }
        for (int actor : actors) {
            self.join(actor, 0);
        }
        for (Runnable each : afterwards) {
            each.run();
        }
    }

    String outcome() {
        return outcome == null ? "" : String.valueOf(outcome.get());
    }
}
