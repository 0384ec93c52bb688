package dev.baton.proof;

import dev.baton.ProofScenarios;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Explores some scenarios in slices: what is in the file is not done again. */
public final class ProofRun {
    private final Path file;
    private final Duration limit;

    private record Item(ProofScenario scenario, String model) {
        String key() {
            return scenario + "\t" + model + "\t";
        }
    }

    private ProofRun(Path file, Duration limit) {
        this.file = file;
        this.limit = limit;
    }

    /**
     * Takes a part of the scenarios' names, models with commas between, seconds for one check, seconds for this slice, workers,
     * a file to go on with, and {@code deep} for the long scenarios only or {@code short} for the others.
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        String part = arguments[0];
        List<String> models = List.of(arguments[1].split(","));
        ProofRun run = new ProofRun(Path.of(arguments[5]), Duration.ofSeconds(Long.parseLong(arguments[2])));
        long deadline = System.nanoTime() + Duration.ofSeconds(Long.parseLong(arguments[3])).toNanos();
        Set<String> done = run.done();
        ConcurrentLinkedQueue<Item> queue = new ConcurrentLinkedQueue<>();
        for (ProofScenario scenario : ProofScenarios.all()) {
            boolean wanted = arguments.length < 7 || arguments[6].equals(scenario.deep() ? "deep" : "short");
            for (String model : models) {
                Item item = new Item(scenario, model);
                if (wanted && scenario.toString().contains(part) && !done.contains(item.key())) {
                    queue.add(item);
                }
            }
        }
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(arguments[4]); i++) {
            workers.add(Thread.ofPlatform().start(() -> {
                for (Item item = queue.poll(); item != null; item = queue.poll()) {
                    run.explore(item);
                    if (System.nanoTime() > deadline) {
                        return;
                    }
                }
            }));
        }
        for (Thread worker : workers) {
            worker.join();
        }
        System.out.println(queue.isEmpty() ? "complete" : queue.size() + " to be continued");
    }

    private Set<String> done() throws IOException {
        Set<String> keys = new HashSet<>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                String[] parts = line.split("\t", -1);
                keys.add(parts[0] + "\t" + parts[1] + "\t");
            }
        }
        return keys;
    }

    private void explore(Item item) {
        ProofRow row = ProofRow.of(item.scenario(), item.model(), limit);
        String line = String.format(Locale.ROOT, "%s%s\t%d\t%.1f%n", item.key(), row.plainVerdict(),
                row.executions(), row.seconds());
        synchronized (this) {
            try {
                Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            System.out.print(line);
        }
    }
}
