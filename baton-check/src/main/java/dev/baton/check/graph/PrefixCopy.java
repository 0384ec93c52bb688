package dev.baton.check.graph;

import static dev.baton.check.graph.Graph.NONE;

/** Copies a part of a graph that is closed under program order and reads-from: renumbers its events and links them anew. */
final class PrefixCopy {
    private final Graph source;
    /** The number that an event has in the copy, or {@link Graph#NONE} if it is not there. */
    private int[] renumbered = new int[64];

    PrefixCopy(Graph source) {
        this.source = source;
    }

    /** Copies all events before {@code prefix}, and of the others those that are among the first {@code kept[t]} of a thread t. */
    void copy(Graph target, int[] kept, int prefix) {
        if (renumbered.length < source.size) {
            renumbered = new int[source.capacity()];
        }
        copyEvents(target, kept, prefix);
        target.threads.standAfter(source.threads, kept, source.node, source.clocks.stride);
        linkThreadsAndWrites(target);
        target.threads.forgetUnstarted(source.threads, source.clocks.stride);
        linkReads(target);
    }

    private void copyEvents(Graph target, int[] kept, int prefix) {
        EventTable events = source;
        events.copyEventsBefore(prefix, target);
        source.clocks.copy(0, target.clocks, 0, prefix);
        for (int event = 0; event < prefix; event++) {
            renumbered[event] = event;
        }
        for (int event = prefix; event < events.size; event++) {
            if (events.index[event] < kept[events.thread[event]]) {
                int copy = events.copyEvent(event, target);
                source.clocks.copy(event, target.clocks, copy, 1);
                renumbered[event] = copy;
            } else {
                renumbered[event] = NONE;
            }
        }
    }

    private void linkThreadsAndWrites(Graph target) {
        EventTable events = target;
        for (int old = 0; old < source.size; old++) {
            int event = renumbered[old];
            if (event == NONE) {
                continue;
            }
            target.threads.append(events.thread[event], event);
            if (events.isWrite(event)) {
                target.readsFrom.add(event);
                target.order.copy(source.order, renumbered, old, events.location[event]);
            } else if (events.isStart(event)) {
                target.threads.startEvent[(int) events.value[event]] = event;
            }
        }
    }

    /** After the writes: a read may read from one that was inserted later. */
    private void linkReads(Graph target) {
        EventTable events = target;
        for (int old = 0; old < source.size; old++) {
            int event = renumbered[old];
            if (event != NONE && events.isRead(event)) {
                int write = source.readsFrom.source[old];
                int copied = write == Execution.INIT ? Execution.INIT : renumbered[write];
                target.readsFrom.link(event, events.location[event], copied);
            }
        }
    }
}
