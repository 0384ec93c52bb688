package dev.baton.testing;

/** The kinds of thread that every blocking contract is tested on. */
public enum ThreadKind {
    PLATFORM {
        @Override
        Thread unstarted(Runnable task) {
            return Thread.ofPlatform().daemon().unstarted(task);
        }
    },
    VIRTUAL {
        @Override
        Thread unstarted(Runnable task) {
            return Thread.ofVirtual().unstarted(task);
        }
    };

    abstract Thread unstarted(Runnable task);
}
