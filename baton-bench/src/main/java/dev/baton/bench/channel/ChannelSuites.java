package dev.baton.bench.channel;

import dev.baton.bench.Cell;
import dev.baton.bench.Goal;
import dev.baton.bench.Suite;
import dev.baton.bench.SuiteProvider;
import java.util.List;

/** Channels beside other channels and beside queues. */
public final class ChannelSuites implements SuiteProvider {
    @Override
    public List<Suite> suites() {
        return List.of(buffered(), rendezvous(), chain(), select());
    }

    private static boolean isLimited(Cell cell) {
        return !cell.is("capacity", "-1");
    }

    private static Suite buffered() {
        return Suite.named("channel-buffered").title("Channel with a buffer").source("benchmarks of jox")
                .operation("pass of one element").benchmark(ChannelBenchmark.class, "pass", "kind")
                .parameter("virtual", "false", "true").parameter("shape", "N:N", "1:N", "N:1")
                .parameter("capacity", "1", "16", "100", "-1").axis("n", "1", "4")
                .quick(cell -> cell.is("shape", "N:N") && cell.is("capacity", "16"))
                .baton("BATON", "Baton Channel").peer("JOX", "jox Channel").peer("KOTLIN", "Kotlin Channel")
                .peer("ARRAY_QUEUE", "j.u.c. ArrayBlockingQueue", ChannelSuites::isLimited)
                .peer("LINKED_QUEUE", "j.u.c. LinkedBlockingQueue")
                .peer("TRANSFER_QUEUE", "j.u.c. LinkedTransferQueue", cell -> !isLimited(cell))
                .goal(new Goal.Ratio("never below ArrayBlockingQueue, 1.5 in the mean", "ARRAY_QUEUE",
                        ChannelSuites::isLimited, 1, 1.5))
                .goal(new Goal.Ratio("at least 1.5 times as fast as jox", "JOX", cell -> true, 1.5, 0)).build();
    }

    private static Suite rendezvous() {
        return Suite.named("channel-rendezvous").title("Channel without a buffer").source("benchmarks of jox")
                .operation("hand-off of one element").benchmark(ChannelBenchmark.class, "pass", "kind")
                .parameter("virtual", "false", "true").parameter("capacity", "0")
                .parameter("shape", "N:N", "1:N", "N:1").axis("n", "1", "4").quick(cell -> cell.is("shape", "N:N"))
                .baton("BATON", "Baton Channel").baton("BATON_SYNCHRONOUS", "Baton SynchronousQueue, fair")
                .peer("JOX", "jox Channel").peer("KOTLIN", "Kotlin Channel")
                .peer("TRANSFER_QUEUE", "j.u.c. LinkedTransferQueue")
                .peer("SYNCHRONOUS_FAIR", "j.u.c. SynchronousQueue, fair")
                .peer("SYNCHRONOUS_UNFAIR", "j.u.c. SynchronousQueue, unfair")
                .goal(new Goal.Ratio("never below our fair SynchronousQueue", "BATON_SYNCHRONOUS", cell -> true, 1, 0))
                .goal(new Goal.Ratio("never below that of the JDK", "SYNCHRONOUS_FAIR", cell -> true, 1, 0))
                .goal(new Goal.Ratio("at least 1.5 times as fast as jox", "JOX", cell -> true, 1.5, 0)).build();
    }

    private static Suite chain() {
        return Suite.named("channel-chain").title("Chain of 10,000 virtual threads").source("benchmarks of jox")
                .operation("pass of one element by one stage").benchmark(ChainBenchmark.class, "chain", "kind")
                .axis("capacity", "0", "16", "100").quick(cell -> cell.is("capacity", "16"))
                .baton("BATON", "Baton Channel").peer("JOX", "jox Channel").peer("KOTLIN", "Kotlin Channel")
                .peer("ARRAY_QUEUE", "j.u.c. ArrayBlockingQueue", cell -> !cell.is("capacity", "0"))
                .peer("SYNCHRONOUS_FAIR", "j.u.c. SynchronousQueue, fair", cell -> cell.is("capacity", "0"))
                .goal(new Goal.Ratio("at least 1.5 times as fast as jox", "JOX", cell -> true, 1.5, 0)).build();
    }

    private static Suite select() {
        return Suite.named("channel-select").title("Select of several receives").source("benchmarks of jox")
                .operation("receive of one element").benchmark(SelectBenchmark.class, "select", "kind")
                .parameter("virtual", "false", "true").axis("clauses", "1", "2", "8")
                .quick(cell -> cell.is("clauses", "2")).baton("BATON", "Baton Select")
                .baton("PLAIN", "Baton receive, no select").peer("JOX", "jox select")
                .goal(new Goal.Ratio("two clauses at most twice a receive", "PLAIN", cell -> cell.is("clauses", "2"),
                        0.5, 0))
                .goal(new Goal.Ratio("at least 1.5 times as fast as jox", "JOX", cell -> true, 1.5, 0)).build();
    }
}
