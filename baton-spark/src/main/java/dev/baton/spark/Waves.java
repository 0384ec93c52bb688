package dev.baton.spark;

import dev.baton.check.api.SavedSearch;
import dev.baton.check.api.SearchFile;
import dev.baton.check.explore.Bound;
import dev.baton.check.explore.Prefix;
import dev.baton.check.explore.Progress;
import dev.baton.check.program.CheckerException;
import dev.baton.check.program.InvalidCheckException;
import dev.baton.cli.Cluster;
import dev.baton.cli.ClusterPart;
import dev.baton.cli.InputProblem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One search that other machines make: parts go out, and what they leave goes out again until nothing is left. */
final class Waves {
    /*
     * Overview. Subtrees that wait, shortest way from the root first: the shorter, the larger as a rule. As long as a machine
     * would be idle, a part goes out: the largest subtree, and before it a share of the smallest. A machine visits them until
     * its budget is over. The small ones are done by then, and of the large one there are pieces left.
     *
     * Invariants. Every subtree is waiting, under way, or counted; it is counted when its reply comes, and a reply comes once.
     * All that is counted was visited with the same lessons, so that every machine means the same by the same prefix. When a
     * machine learns something that is not among them, what was counted is dropped, and the search begins anew with the longer
     * list. That happens early or not at all as a rule.
     */
    /** Of the time of a part, as long as there is too little work for all. */
    private static final int SHORT = 8;
    private static final Duration GLANCE = Duration.ofMillis(250);
    private static final int MOST_LOSSES = 8;
    private static final int MOST_SUBTREES = 4_096;

    /**
     * A part that went out.
     *
     * @param round    since when the lessons are what they are
     * @param subtrees what it is to visit
     */
    private record Sent(int round, List<Prefix> subtrees) {}

    private record Arrival(Sent sent, ClusterPart.@Nullable Reply reply, @Nullable Throwable failure) {}

    private final Machines machines;
    private final Duration partTime;
    private final SavedSearch from;
    private final Cluster.Limits limits;
    private final Consumer<? super Progress> progress;
    private final long begin = System.nanoTime();
    private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
    private final Set<Sent> underWay = new HashSet<>();
    private final List<Prefix> waiting;
    private List<Prefix> lessons;
    private Tally tally;
    private Duration earlier;
    private int round;
    private int losses;

    /**
     * A search that is about to go on.
     *
     * @param partTime how long a machine is to be busy with a part
     */
    Waves(Machines machines, Duration partTime, SavedSearch from, Cluster.Limits limits,
            Consumer<? super Progress> progress) {
        this.machines = machines;
        this.partTime = partTime;
        this.from = from;
        this.limits = limits;
        this.progress = progress;
        this.waiting = new ArrayList<>(from.left());
        this.lessons = from.lessons();
        this.tally = new Tally(from);
        this.tally.add(from);
        this.earlier = from.elapsed();
    }

    Cluster.Searched run() {
        try {
            while (true) {
                send();
                if (underWay.isEmpty()) {
                    return searched(waiting, waiting.isEmpty() ? null : timeIsUp());
                }
                Arrival arrival = arrivals.poll(GLANCE.toMillis(), TimeUnit.MILLISECONDS);
                Cluster.Searched violated = arrival == null ? null : take(arrival);
                if (violated != null) {
                    return violated;
                }
                report();
                Bound bound = bound();
                if (bound != null) {
                    return searched(left(), bound);
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return searched(left(), new Bound.Interrupted());
        } finally {
            machines.cancel();
        }
    }

    // ---- parts go out

    private void send() {
        int count = Math.max(1, machines.count());
        while (!waiting.isEmpty() && underWay.size() <= count && !isTimeUp()) {
            boolean scarce = waiting.size() + underWay.size() < 2 * count;
            Duration budget = scarce ? partTime.dividedBy(SHORT) : partTime;
            Duration rest = rest();
            Sent sent = new Sent(round, nextSubtrees(count));
            underWay.add(sent);
            machines.send(from.part(sent.subtrees, lessons), rest != null && rest.compareTo(budget) < 0 ? rest : budget,
                    listener(sent));
        }
    }

    private Machines.Listener listener(Sent sent) {
        return new Machines.Listener() {
            @Override
            public void replied(ClusterPart.Reply reply) {
                arrivals.add(new Arrival(sent, reply, null));
            }

            @Override
            public void gaveUp(Throwable failure) {
                arrivals.add(new Arrival(sent, null, failure));
            }
        };
    }

    /** The largest, after its share of the smallest. */
    private List<Prefix> nextSubtrees(int count) {
        waiting.sort(Comparator.comparingInt(Prefix::length));
        int share = Math.min(MOST_SUBTREES, Math.ceilDiv(waiting.size(), 2 * count));
        List<Prefix> small = waiting.subList(waiting.size() - (share - 1), waiting.size());
        List<Prefix> subtrees = new ArrayList<>(small.reversed());
        small.clear();
        subtrees.add(waiting.removeFirst());
        return subtrees;
    }

    // ---- replies come in

    /** What was found, if the reply is a violation. */
    private Cluster.@Nullable Searched take(Arrival arrival) throws InterruptedException {
        if (!underWay.remove(arrival.sent) || arrival.sent.round != round) {
            return null; // of a round that was given up
        }
        ClusterPart.Reply reply = arrival.reply;
        if (reply == null) {
            waiting.addAll(arrival.sent.subtrees);
            if (machines.isGone() || Thread.currentThread().isInterrupted()) {
                throw new InterruptedException();
            }
            String why = arrival.failure == null ? "" : String.valueOf(arrival.failure.getMessage());
            throw new InputProblem("the cluster gave a part of the search up: " + why.lines().findFirst().orElse(""));
        }
        switch (reply.kind()) {
            case VISITED -> visited(read(reply));
            case VIOLATED -> {
                SavedSearch way = read(reply);
                lessons = way.lessons();
                return searched(way.left(), null);
            }
            case LOST -> lost(arrival.sent);
            case FAILED -> throw new InvalidCheckException("on a machine of the cluster: " + reply.message());
        }
        return null;
    }

    private static SavedSearch read(ClusterPart.Reply reply) {
        try {
            return ClusterPart.read(reply.search());
        } catch (SearchFile.Unreadable wrong) {
            throw new CheckerException("a reply " + wrong.getMessage(), wrong);
        }
    }

    private void visited(SavedSearch part) {
        if (part.lessons().equals(lessons)) {
            tally.add(part);
            waiting.addAll(part.left());
            return;
        }
        round++;
        machines.cancel();
        underWay.clear();
        waiting.clear();
        waiting.add(Prefix.ROOT);
        lessons = part.lessons();
        tally = new Tally(from);
        earlier = Duration.ZERO;
    }

    /** Its program could not be stopped in time: it goes out again. */
    private void lost(Sent sent) {
        waiting.addAll(sent.subtrees);
        if (++losses > MOST_LOSSES) {
            throw new InvalidCheckException(
                    "the program cannot be stopped in time, so that parts of the search are lost");
        }
    }

    // ---- how far it is

    private Cluster.Searched searched(List<Prefix> left, @Nullable Bound bound) {
        return new Cluster.Searched(tally.search(earlier.plus(elapsed()), lessons, left), bound);
    }

    /** What nobody has counted. */
    private List<Prefix> left() {
        List<Prefix> all = new ArrayList<>(waiting);
        underWay.forEach(each -> all.addAll(each.subtrees));
        return all;
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    private @Nullable Duration rest() {
        Duration limit = limits.time();
        return limit == null ? null : limit.minus(elapsed());
    }

    private boolean isTimeUp() {
        Duration rest = rest();
        return rest != null && !rest.isPositive();
    }

    private Bound timeIsUp() {
        Duration limit = limits.time();
        return new Bound.Time(limit == null ? Duration.ZERO : limit);
    }

    /** Parts that are under way when the time is up have a moment to come back. */
    private @Nullable Bound bound() {
        Duration limit = limits.time();
        if (limit != null && elapsed().compareTo(limit.plus(limit.dividedBy(20)).plus(GLANCE)) > 0) {
            return timeIsUp();
        }
        return tally.executions() >= limits.executions() ? new Bound.Executions(limits.executions()) : null;
    }

    private void report() {
        double seconds = Math.max(1e-3, elapsed().toNanos() / 1e9);
        progress.accept(new Progress(tally.executions(), tally.complete(), tally.executions() / seconds, Double.NaN,
                elapsed()));
    }
}
