package dev.baton.bench.locks;

import java.util.function.IntConsumer;

/** Threads that work at the same time, platform or virtual. */
final class Team {
    private Team() {}

    /** Runs {@code work} in each of {@code size} threads, given its number, and waits for all. */
    static void run(String kind, int size, IntConsumer work) throws InterruptedException {
        Thread[] threads = new Thread[size];
        for (int i = 0; i < size; i++) {
            int number = i;
            Runnable task = () -> work.accept(number);
            threads[i] = kind.equals("virtual")
                    ? Thread.ofVirtual().unstarted(task)
                    : Thread.ofPlatform().unstarted(task);
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
