package dev.baton.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * One figure: a JMH benchmark, the grid of parameters it runs on, the contenders, and what we promise.
 * A suite is data. How to run it, and how to show what came out, is the same for all.
 *
 * @param name      what the command line calls it
 * @param title     what the page calls it
 * @param source    the figure that it redraws
 * @param operation what one operation is, for the axis of the plot
 * @param benchmark full name of the JMH method, or of the class if {@code peerParameter} is empty
 * @param peerParameter the parameter that names the contender; empty if each contender has its own method
 * @param axis      the parameter along the horizontal axis
 * @param cells     the grid, in the order of running
 * @param quick     the cells that a quick run keeps
 * @param peers     the contenders, ours first
 * @param goals     what we promise
 */
public record Suite(String name, String title, String source, String operation, String benchmark,
        String peerParameter, String axis, List<Cell> cells, Predicate<Cell> quick, List<Peer> peers,
        List<Goal> goals) {

    /** Starts the description of a suite. */
    public static Builder named(String name) {
        return new Builder(name);
    }

    /** The contender that ratios are about. */
    public Peer baton() {
        return peers.get(0);
    }

    /** The contender with this id. */
    public Peer peer(String id) {
        return peers.stream().filter(peer -> peer.id().equals(id)).findFirst().orElseThrow(
                () -> new IllegalArgumentException("suite " + name + " has no contender " + id));
    }

    /** The panel of the figure that a cell belongs to. */
    public Cell panel(Cell cell) {
        return cell.without(axis);
    }

    /** Describes a suite. Parameters span a grid in the order in which they are given. */
    public static final class Builder {
        private final String name;
        private String title = "";
        private String source = "";
        private String operation = "operation";
        private String benchmark = "";
        private String peerParameter = "peer";
        private String axis = "";
        private final Map<String, String[]> parameters = new LinkedHashMap<>();
        private Predicate<Cell> where = cell -> true;
        private Predicate<Cell> quick = cell -> true;
        private final List<Peer> peers = new ArrayList<>();
        private final List<Goal> goals = new ArrayList<>();

        private Builder(String name) {
            this.name = name;
            this.title = name;
        }

        public Builder title(String text) {
            title = text;
            return this;
        }

        public Builder source(String text) {
            source = text;
            return this;
        }

        public Builder operation(String text) {
            operation = text;
            return this;
        }

        /** The JMH method; its class must have a string parameter {@code peer}. */
        public Builder benchmark(Class<?> type, String method) {
            benchmark = type.getName() + "." + method;
            return this;
        }

        /** The JMH method, whose class names the contender by another parameter. */
        public Builder benchmark(Class<?> type, String method, String contender) {
            peerParameter = contender;
            return benchmark(type, method);
        }

        /** The JMH class, whose methods are named as the contenders' ids. */
        public Builder benchmark(Class<?> type) {
            benchmark = type.getName();
            peerParameter = "";
            return this;
        }

        /** A parameter and its values; those beyond one make panels. */
        public Builder parameter(String parameter, String... values) {
            parameters.put(parameter, values);
            return this;
        }

        /** The parameter along the horizontal axis. */
        public Builder axis(String parameter, String... values) {
            axis = parameter;
            return parameter(parameter, values);
        }

        /** Keeps only these cells of the grid. */
        public Builder where(Predicate<Cell> condition) {
            where = condition;
            return this;
        }

        /** The cells of a quick run. */
        public Builder quick(Predicate<Cell> condition) {
            quick = condition;
            return this;
        }

        public Builder baton(String id, String text) {
            return add(id, text, Peer.Role.BATON, cell -> true);
        }

        public Builder peer(String id, String text) {
            return add(id, text, Peer.Role.PEER, cell -> true);
        }

        public Builder peer(String id, String text, Predicate<Cell> condition) {
            return add(id, text, Peer.Role.PEER, condition);
        }

        public Builder baton(String id, String text, Predicate<Cell> condition) {
            return add(id, text, Peer.Role.BATON, condition);
        }

        public Builder baseline(String id, String text, Predicate<Cell> condition) {
            return add(id, text, Peer.Role.BASELINE, condition);
        }

        private Builder add(String id, String text, Peer.Role role, Predicate<Cell> condition) {
            peers.add(new Peer(id, text, role, condition));
            return this;
        }

        public Builder goal(Goal goal) {
            goals.add(goal);
            return this;
        }

        public Suite build() {
            if (peers.isEmpty() || peers.get(0).role() != Peer.Role.BATON) {
                throw new IllegalStateException("the first contender of suite " + name + " must be ours");
            }
            if (!parameters.containsKey(axis)) {
                throw new IllegalStateException("suite " + name + " has no axis");
            }
            List<Cell> grid = new ArrayList<>();
            span(new ArrayList<>(parameters.keySet()), 0, new LinkedHashMap<>(), grid);
            grid.removeIf(where.negate());
            return new Suite(name, title, source, operation, benchmark, peerParameter, axis, List.copyOf(grid), quick,
                    List.copyOf(peers), List.copyOf(goals));
        }

        private void span(List<String> names, int depth, Map<String, String> chosen, List<Cell> grid) {
            if (depth == names.size()) {
                grid.add(new Cell(chosen));
                return;
            }
            String parameter = names.get(depth);
            for (String value : Objects.requireNonNull(parameters.get(parameter))) {
                chosen.put(parameter, value);
                span(names, depth + 1, chosen, grid);
            }
        }
    }
}
