package dev.baton.bench.run;

import java.time.Duration;

/** Ends the JVMs that this one has started if they are still there after a time: a fork must not stop the run. */
final class Leash {
    private final Thread holder;
    private volatile boolean pulled;

    @SuppressWarnings("this-escape") // the thread only writes a field that nobody reads before release
    Leash(Duration length) {
        holder = Thread.ofPlatform().daemon().name("leash").start(() -> hold(length));
    }

    private void hold(Duration length) {
        try {
            Thread.sleep(length);
        } catch (InterruptedException released) {
            return;
        }
        pulled = true;
        ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);
    }

    /** The fork has ended. */
    void release() {
        holder.interrupt();
    }

    /** Whether it had to be ended. */
    boolean pulled() {
        return pulled;
    }
}
