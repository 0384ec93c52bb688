package dev.baton;

import java.util.concurrent.ExecutorService;

/** Our executor on platform threads, with a queue that blocks its submitters, keeps the JDK's contract. */
class BoundedExecutorPlatformTest extends ExecutorServiceContract {
    @Override
    ExecutorService newExecutor(int limit) {
        return BoundedExecutor.builder(limit).threadFactory(Thread.ofPlatform().daemon().factory())
                .whenFull(BoundedExecutor.WhenFull.BLOCK).build();
    }
}
