package dev.baton.bench.run;

import dev.baton.bench.Cell;
import dev.baton.bench.Goal;
import dev.baton.bench.Peer;
import dev.baton.bench.Suite;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What runs, in which order: cell by cell, and within a cell fork by fork over all contenders, each time starting with
 * another one, so that nobody always runs first or last.
 *
 * @param trials in the order of running
 */
record Plan(List<Trial> trials) {
    static Plan of(List<Suite> suites, Settings settings) {
        List<Trial> trials = new ArrayList<>();
        int turn = 0;
        for (Suite suite : suites) {
            for (Cell cell : suite.cells()) {
                if (settings.quick() && !suite.quick().test(cell)) {
                    continue;
                }
                for (int fork = 0; fork < settings.forks(); fork++) {
                    List<Peer> order = new ArrayList<>(contenders(suite, cell, settings));
                    Collections.rotate(order, -turn++);
                    order.forEach(peer -> trials.add(new Trial(suite, cell, peer)));
                }
            }
        }
        return new Plan(trials);
    }

    /** All that take part in the cell; in a quick run ours and those that a goal names there. */
    private static List<Peer> contenders(Suite suite, Cell cell, Settings settings) {
        return suite.peers().stream().filter(peer -> peer.where().test(cell))
                .filter(peer -> !settings.quick() || peer.equals(suite.baton()) || named(suite, cell, peer)).toList();
    }

    private static boolean named(Suite suite, Cell cell, Peer peer) {
        return suite.goals().stream()
                .anyMatch(goal -> goal instanceof Goal.Ratio ratio && ratio.peer().equals(peer.id())
                        && ratio.where().test(cell));
    }
}
