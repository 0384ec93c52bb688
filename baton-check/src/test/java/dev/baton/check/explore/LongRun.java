package dev.baton.check.explore;

import dev.baton.check.model.MemoryModel;

/** Visits a given number of executions of one program in a JVM of its own. */
public final class LongRun {
    private LongRun() {}

    /** Arguments: family, n, executions. Prints how many were visited, and the most memory in use after a collection. */
    public static void main(String[] arguments) {
        Result result = new Exploration(() -> Anchors.named(arguments[0], Integer.parseInt(arguments[1])))
                .model(MemoryModel.named("rc11")).maxExecutions(Long.parseLong(arguments[2])).run();
        Runtime.getRuntime().gc();
        long used = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        System.out.println(result.complete() + result.blocked() + " executions, " + (used >> 20) + " MB in use, "
                + result.elapsed().toMillis() + " ms");
    }
}
