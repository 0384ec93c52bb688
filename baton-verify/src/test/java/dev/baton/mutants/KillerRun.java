package dev.baton.mutants;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Program that runs test classes until the first failure or hang, and says by its exit code and last line which it
 * was. It has a JVM of its own, so that a mutant may hang, spin or leak as it likes.
 */
public final class KillerRun {
    static final int SURVIVED = 0;
    static final int FAILED = 10;
    static final int HUNG = 11;
    private static final long HANG_NANOS = 15_000_000_000L;
    /** A test in which nothing has moved for so long waits for something that does not come; none pauses for as long. */
    private static final long IDLE_NANOS = 4_000_000_000L;
    /** For Lincheck, which finds hangs itself. */
    private static final long MODEL_CHECK_HANG_NANOS = 100_000_000_000L;
    private static final long POLL_MILLIS = 200;

    /** Long tests whose rules shorter ones hold, too. */
    private static final List<String> LEFT_OUT = List.of("aMillion", "AMillion", "longChain", "heapIsBounded");

    private KillerRun() {}

    /** Runs tests of package {@code dev.baton}: classes, or methods in the form {@code Class#method(parameters)}. */
    @SuppressWarnings("SystemExitOutsideMain")
    public static void main(String[] tests) {
        Watch watch = new Watch();
        Thread guard = new Thread(watch, "killer-watch");
        guard.setDaemon(true);
        guard.start();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(Stream.of(tests).map(KillerRun::select).toList())
                .filters(TagFilter.excludeTags("deep"),
                        (PostDiscoveryFilter) test -> FilterResult.includedIf(
                                LEFT_OUT.stream().noneMatch(part -> test.getUniqueId().toString().contains(part))))
                .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "false").build();
        LauncherFactory.create().execute(request, watch);
        System.out.println("survived " + watch.passed + " tests");
        Runtime.getRuntime().halt(watch.passed > 0 ? SURVIVED : FAILED);
    }

    private static DiscoverySelector select(String test) {
        String name = "dev.baton." + test;
        return test.contains("#") ? selectMethod(name) : selectClass(name);
    }

    private static final class Watch implements TestExecutionListener, Runnable {
        private final ConcurrentMap<TestIdentifier, Long> running = new ConcurrentHashMap<>();
        private final OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        private volatile int passed;
        private long usedBefore;
        private long idleSince = System.nanoTime();

        @Override
        public void executionStarted(TestIdentifier test) {
            if (test.isTest()) {
                running.put(test, System.nanoTime());
            }
        }

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate") // tests run in one thread
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            running.remove(test);
            if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                end(FAILED, "failed", test);
            }
            passed += test.isTest() ? 1 : 0;
        }

        @Override
        public void run() {
            for (;;) {
                try {
                    Thread.sleep(POLL_MILLIS);
                } catch (InterruptedException never) {
                    return;
                }
                long now = System.nanoTime();
                noteWork(now);
                running.forEach((test, start) -> {
                    boolean modelCheck = test.getUniqueId().contains("Lincheck");
                    if (now - start > (modelCheck ? MODEL_CHECK_HANG_NANOS : HANG_NANOS)
                            || now - Math.max(start, idleSince) > IDLE_NANOS) {
                        end(HUNG, "hung", test);
                    }
                });
            }
        }

        /** Keeps how long this process has done next to nothing: less than a tenth of the time between two polls. */
        private void noteWork(long now) {
            long used = process.getProcessCpuTime();
            if (used - usedBefore > POLL_MILLIS * 100_000L) {
                idleSince = now;
            }
            usedBefore = used;
        }

        private static void end(int code, String how, TestIdentifier test) {
            String method = test.getUniqueId().replaceAll(".*\\[(?:method|test-template):([^(]+)\\(.*", "$1");
            System.out.println(how + " in " + method);
            System.out.flush();
            Runtime.getRuntime().halt(code);
        }
    }
}
