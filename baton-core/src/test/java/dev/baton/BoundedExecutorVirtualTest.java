package dev.baton;

import java.util.concurrent.ExecutorService;

/** Our executor on virtual threads keeps the JDK's contract. */
class BoundedExecutorVirtualTest extends ExecutorServiceContract {
    @Override
    ExecutorService newExecutor(int limit) {
        return BoundedExecutor.builder(limit).build();
    }
}
