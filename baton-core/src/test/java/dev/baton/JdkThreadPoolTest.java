package dev.baton;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The JDK's executor keeps the contract: what the tests ask for is what users have. */
class JdkThreadPoolTest extends ExecutorServiceContract {
    @Override
    ExecutorService newExecutor(int limit) {
        return new ThreadPoolExecutor(limit, limit, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
                Thread.ofPlatform().daemon().factory());
    }
}
