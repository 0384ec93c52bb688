package dev.baton.testing;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Watchdog over every test: one that runs past its limit gets the stacks of all threads, platform and virtual,
 * printed and is then interrupted; if even that does not end it, the test JVM is halted, so that a hang is a
 * failure and never a stuck build. Registered for all tests through the service loader.
 */
public final class HangWatchdog implements BeforeEachCallback, AfterEachCallback {
    private static final int DEFAULT_LIMIT_SECONDS = 120;
    private static final Duration GRACE = Duration.ofSeconds(20);
    private static final ExtensionContext.Namespace SPACE = ExtensionContext.Namespace.create(HangWatchdog.class);

    @Override
    public void beforeEach(ExtensionContext context) {
        Guard guard = new Guard(context.getDisplayName(), limitSeconds(context));
        context.getStore(SPACE).put(Guard.class, guard);
        guard.setDaemon(true);
        guard.start();
    }

    @Override
    public void afterEach(ExtensionContext context) throws InterruptedException {
        Guard guard = context.getStore(SPACE).remove(Guard.class, Guard.class);
        guard.interrupt();
        guard.join();
        if (guard.fired) {
            Thread.interrupted();
            throw new AssertionError("hung: no end within " + guard.limitSeconds + " s; stacks are above");
        }
    }

    private static int limitSeconds(ExtensionContext context) {
        return context.getTestMethod().map(method -> method.getAnnotation(HangLimit.class))
                .or(() -> context.getTestClass().map(type -> type.getAnnotation(HangLimit.class)))
                .map(HangLimit::seconds).orElse(DEFAULT_LIMIT_SECONDS);
    }

    /** Prints the stacks of all threads, platform and virtual, to standard error. */
    public static void dumpStacks() {
        try {
            System.err.println(ThreadDump.now());
        } catch (IOException failure) {
            System.err.println("no thread dump: " + failure);
        }
    }

    private static final class Guard extends Thread {
        private final String test;
        private final int limitSeconds;
        private final Thread tested = Thread.currentThread();
        private volatile boolean fired;

        Guard(String test, int limitSeconds) {
            super("hang-watchdog");
            this.test = test;
            this.limitSeconds = limitSeconds;
        }

        @Override
        public void run() {
            try {
                Thread.sleep(Duration.ofSeconds(limitSeconds));
            } catch (InterruptedException testEnded) {
                return;
            }
            fired = true;
            System.err.println("HANG in " + test + " after " + limitSeconds + " s");
            dumpStacks();
            tested.interrupt();
            try {
                Thread.sleep(GRACE);
            } catch (InterruptedException testEnded) {
                return;
            }
            System.err.println("HANG in " + test + " survives its interrupt; halting the test JVM");
            Runtime.getRuntime().halt(99);
        }
    }
}
