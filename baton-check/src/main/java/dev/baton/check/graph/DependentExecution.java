package dev.baton.check.graph;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.StepKind;

/**
 * An execution of which is known what its writes depend on.
 *
 * @param graph the execution
 * @param needs what its writes depend on
 */
public record DependentExecution(Execution graph, Needs needs) implements Execution {
    @Override
    public int size() {
        return graph.size();
    }

    @Override
    public int thread(int event) {
        return graph.thread(event);
    }

    @Override
    public int index(int event) {
        return graph.index(event);
    }

    @Override
    public StepKind kind(int event) {
        return graph.kind(event);
    }

    @Override
    public int location(int event) {
        return graph.location(event);
    }

    @Override
    public AccessMode mode(int event) {
        return graph.mode(event);
    }

    @Override
    public int readsFrom(int read) {
        return graph.readsFrom(read);
    }

    @Override
    public int moBefore(int write) {
        return graph.moBefore(write);
    }

    @Override
    public long value(int event) {
        return graph.value(event);
    }

    @Override
    public int site(int event) {
        return graph.site(event);
    }
}
