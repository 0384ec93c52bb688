package dev.baton.bench.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Threads of one measured run, started together and joined. */
public final class Team {
    private final boolean virtual;
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch start = new CountDownLatch(1);
    private volatile boolean failed;

    public Team(boolean virtual) {
        this.virtual = virtual;
    }

    /** What a thread does. */
    @FunctionalInterface
    public interface Work {
        void run() throws Exception;
    }

    public void add(Work work) {
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

    public void begin() {
        start.countDown();
    }

    public void join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
        if (failed) {
            throw new IllegalStateException("a thread failed");
        }
    }
}
