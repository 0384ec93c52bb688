package dev.baton.testing;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The stacks of all threads, platform and virtual; of many threads with the same stack it is shown once. */
final class ThreadDump {
    /** Threads named before a stack; of the others only the number is said. */
    private static final int NAMED = 3;

    private ThreadDump() {}

    static String now() throws IOException {
        Path directory = Files.createTempDirectory("stacks");
        Path file = directory.resolve("dump.txt");
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpThreads(file.toString(),
                ThreadDumpFormat.TEXT_PLAIN);
        String dump = Files.readString(file);
        Files.delete(file);
        Files.delete(directory);
        return grouped(dump);
    }

    /** Puts threads with the same stack together: each block is a line that names a thread and the lines of its stack. */
    static String grouped(String dump) {
        Map<String, List<String>> threads = new LinkedHashMap<>();
        for (String block : dump.strip().split("\\R\\s*\\R")) {
            int end = block.indexOf('\n');
            String stack = end < 0 ? "    (not on a stack)" : block.substring(end + 1);
            String lockless = stack.replaceAll("<[^>]*@[0-9a-f]+>", "<a lock>");
            threads.computeIfAbsent(lockless, same -> new ArrayList<>())
                    .add((end < 0 ? block : block.substring(0, end)).strip());
        }
        StringBuilder text = new StringBuilder();
        threads.forEach((stack, names) -> {
            names.stream().limit(NAMED).forEach(name -> text.append(name).append('\n'));
            if (names.size() > NAMED) {
                text.append("and ").append(names.size() - NAMED).append(" more\n");
            }
            text.append(stack).append("\n\n");
        });
        return text.toString();
    }
}
