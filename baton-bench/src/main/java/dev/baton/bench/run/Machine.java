package dev.baton.bench.run;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;

/** The machine and the software that a run happens on. */
final class Machine {
    private static final long CALIBRATION_NANOS = 300_000_000L;

    private Machine() {}

    static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** The facts that captions name. */
    static Map<String, String> facts(String command, Settings settings) throws IOException {
        Properties versions = new Properties();
        try (var in = Objects.requireNonNull(Machine.class.getResourceAsStream("versions.properties"))) {
            versions.load(in);
        }
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("CPU", cpu());
        facts.put("Cores", String.valueOf(cores()));
        facts.put("OS", System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                + System.getProperty("os.arch"));
        facts.put("JDK", System.getProperty("java.vendor.version", "") + " " + Runtime.version());
        for (String name : versions.stringPropertyNames().stream().sorted().toList()) {
            facts.put(name, versions.getProperty(name));
        }
        facts.put("Method", settings.text() + "; " + String.join(" ", Settings.JVM_OPTIONS));
        facts.put("Command", command);
        facts.put("Date", ZonedDateTime.now(ZoneOffset.UTC)
                .format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm z", Locale.ROOT)));
        return facts;
    }

    private static String cpu() {
        Path info = Path.of("/proc/cpuinfo");
        if (Files.isReadable(info)) {
            try (var lines = Files.lines(info)) {
                return lines.filter(line -> line.startsWith("model name")).findFirst()
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .orElse(System.getProperty("os.arch"));
            } catch (IOException unreadable) {
                return System.getProperty("os.arch");
            }
        }
        return System.getProperty("os.arch");
    }

    /** Load average of the last minute, negative if the system does not tell. */
    static double load() {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        return system.getSystemLoadAverage();
    }

    /**
     * Part of all cores that busy threads of ours get now, from 0 to 1: keeps each core busy for a moment and compares
     * the processor time received with the time passed.
     */
    static double share() throws InterruptedException {
        ThreadMXBean times = ManagementFactory.getThreadMXBean();
        if (!times.isCurrentThreadCpuTimeSupported()) {
            return 1;
        }
        AtomicLong received = new AtomicLong();
        Thread[] threads = new Thread[cores()];
        long began = System.nanoTime();
        for (int index = 0; index < threads.length; index++) {
            threads[index] = Thread.ofPlatform().daemon().start(() -> {
                while (System.nanoTime() - began < CALIBRATION_NANOS) {
                    Thread.onSpinWait();
                }
                received.addAndGet(times.getCurrentThreadCpuTime());
            });
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return Math.min(1, received.get() / ((double) (System.nanoTime() - began) * threads.length));
    }
}
