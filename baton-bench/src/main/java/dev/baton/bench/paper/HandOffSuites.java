package dev.baton.bench.paper;

import dev.baton.bench.Goal;
import dev.baton.bench.Suite;
import dev.baton.bench.SuiteProvider;
import dev.baton.bench.queue.LowPatience;
import dev.baton.bench.queue.PoolTasks;
import dev.baton.bench.queue.Transfer;
import java.util.List;
import java.util.Locale;

/** The figures on synchronous queues, fair against fair and unfair against unfair. */
public final class HandOffSuites implements SuiteProvider {
    @Override
    public List<Suite> suites() {
        return List.of(transfer("FAIR"), transfer("UNFAIR"), lowPatience("FAIR"), lowPatience("UNFAIR"), tasks("FAIR"),
                tasks("UNFAIR"));
    }

    private static Suite transfer(String fairness) {
        String word = fairness.toLowerCase(Locale.ROOT);
        return Suite.named("transfer-" + word).title("Synchronous queue, " + word)
                .source("synchronous-queues-2006, figures 3 to 5").operation("hand-off of one element")
                .benchmark(Transfer.class, "transfer", "kind").parameter("virtual", "false", "true")
                .parameter("shape", "N:N", "1:N", "N:1").axis("n", "1", "4", "16")
                .quick(cell -> cell.is("shape", "N:N") && cell.is("n", "4"))
                .baton("BATON_" + fairness, "Baton SynchronousQueue, " + word)
                .peer("JDK_" + fairness, "j.u.c. SynchronousQueue, " + word)
                .peer("JAVA5_" + fairness, "SynchronousQueue of Java 5, " + word).peer("HANSON", "Hanson's queue")
                .peer("NAIVE", "one monitor").peer("TRANSFER_QUEUE", "j.u.c. LinkedTransferQueue")
                .peer("EXCHANGER", "j.u.c. Exchanger", cell -> cell.is("shape", "N:N") && cell.is("n", "1"))
                .peer("JOX", "jox Channel").peer("KOTLIN", "Kotlin Channel")
                .goal(new Goal.Ratio("against the SynchronousQueue of the JDK, both " + word, "JDK_" + fairness,
                        cell -> true, 0.95, 0))
                .build();
    }

    private static Suite lowPatience(String fairness) {
        String word = fairness.toLowerCase(Locale.ROOT);
        return Suite.named("low-patience-" + word).title("Synchronous queue, low patience, " + word)
                .source("synchronous-queues-2006, figure 6")
                .operation("hand-off of one element, failed attempts included")
                .benchmark(LowPatience.class, "handOff", "kind").parameter("virtual", "false", "true")
                .axis("n", "1", "4", "16").quick(cell -> cell.is("n", "4") && cell.is("virtual", "false"))
                .baton("BATON_" + fairness, "Baton SynchronousQueue, " + word)
                .peer("JDK_" + fairness, "j.u.c. SynchronousQueue, " + word)
                .peer("JAVA5_" + fairness, "SynchronousQueue of Java 5, " + word)
                .goal(new Goal.Ratio("at least 2 times as fast as that of the JDK, both " + word, "JDK_" + fairness,
                        cell -> true, 2, 0))
                .build();
    }

    private static Suite tasks(String fairness) {
        String word = fairness.toLowerCase(Locale.ROOT);
        return Suite.named("tasks-" + word).title("ThreadPoolExecutor on a synchronous queue, " + word)
                .source("synchronous-queues-2006, figure 7").operation("task")
                .benchmark(PoolTasks.class, "tasks", "kind").parameter("virtual", "false", "true")
                .axis("n", "1", "4", "16").quick(cell -> cell.is("n", "4"))
                .baton("BATON_" + fairness, "Baton SynchronousQueue, " + word)
                .peer("JDK_" + fairness, "j.u.c. SynchronousQueue, " + word)
                .goal(new Goal.Ratio("against the SynchronousQueue of the JDK, both " + word, "JDK_" + fairness,
                        cell -> true, 0.95, 0))
                .build();
    }
}
