package dev.baton.bench.channel;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Threads of one measured run, started together and joined. */
final class Crew {
    private final boolean virtual;
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch start = new CountDownLatch(1);
    private volatile boolean failed;

    Crew(boolean virtual) {
        this.virtual = virtual;
    }

    /** What a thread does. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    void add(Work work) {
        Runnable task = () -> {
            try {
                start.await();
                work.run();
            } catch (Exception failure) {
                failed = true;
                failure.printStackTrace();
            }
        };
        Thread thread = virtual ? Thread.ofVirtual().unstarted(task) : Thread.ofPlatform().daemon().unstarted(task);
        threads.add(thread);
        thread.start();
    }

    void begin() {
        start.countDown();
    }

    void join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
        if (failed) {
            throw new IllegalStateException("a thread failed");
        }
    }
}
