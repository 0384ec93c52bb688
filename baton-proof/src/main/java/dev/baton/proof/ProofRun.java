package dev.baton.proof;

import dev.baton.proof.scenario.ProofScenario;
import dev.baton.proof.scenario.ProofScenarios;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Explores scenarios under several models, in slices: what is in its file is not done again. */
public final class ProofRun {
    /** So many rows from one line of progress to the next. */
    private static final int STRIDE = 25;

    private final Path file;
    private final Duration limit;
    private final long deadline;
    private final Consumer<String> progress;
    private final long begin = System.nanoTime();
    private final Map<String, ProofRow> done = new ConcurrentHashMap<>();

    private record Check(ProofScenario scenario, String model) {
        String key() {
            return ProofRow.key(scenario, model);
        }
    }

    /**
     * Creates it.
     *
     * @param file     of the rows, one after the other as they are found
     * @param limit    for one scenario under one model
     * @param longest  after which no new scenario is begun
     * @param progress is told how far the run is, and every violation
     */
    public ProofRun(Path file, Duration limit, Duration longest, Consumer<String> progress) throws IOException {
        this.file = file;
        this.limit = limit;
        this.deadline = begin + longest.toNanos();
        this.progress = progress;
        for (ProofRow row : ProofRow.read(file)) {
            done.put(row.key(), row);
        }
    }

    /** Explores what is wanted; all rows there are of it, and fewer than checks if the time ran out. */
    public ProofTable run(Predicate<ProofScenario> wanted, List<String> models, int workers)
            throws InterruptedException {
        List<Check> checks = ProofScenarios.all().stream().filter(wanted)
                .flatMap(scenario -> models.stream().map(model -> new Check(scenario, model))).toList();
        ConcurrentLinkedQueue<Check> queue = new ConcurrentLinkedQueue<>(checks);
        queue.removeIf(check -> done.containsKey(check.key()));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            threads.add(Thread.ofPlatform().start(() -> work(queue, checks)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        ProofTable table = tableOf(checks);
        progress.accept(table.summary());
        return table;
    }

    private void work(ConcurrentLinkedQueue<Check> queue, List<Check> checks) {
        while (System.nanoTime() < deadline) {
            Check check = queue.poll();
            if (check == null) {
                return;
            }
            ProofRow row = ProofRow.of(check.scenario(), check.model(), limit);
            synchronized (this) {
                keep(row);
                if (row.isViolated()) {
                    progress.accept(row.key() + " violated:\n" + row.detail());
                }
                if (done.size() % STRIDE == 0) {
                    ProofTable table = tableOf(checks);
                    progress.accept(
                            String.format(Locale.ROOT, "%d of %d checks in %d s: %s", table.size(), checks.size(),
                                    Duration.ofNanos(System.nanoTime() - begin).toSeconds(), table.verdicts()));
                }
            }
        }
    }

    private void keep(ProofRow row) {
        try {
            Files.writeString(file, row.line() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        done.put(row.key(), row);
    }

    private ProofTable tableOf(List<Check> checks) {
        ProofTable table = new ProofTable();
        checks.stream().map(check -> done.get(check.key())).filter(row -> row != null).forEach(table::add);
        return table;
    }

    /**
     * Goes on with a file: its name, seconds for one check, seconds for this slice, workers, models with commas between, a part
     * of the scenarios' names, and {@code deep} for the long scenarios only or {@code short} for the others. All but the
     * file may be left out.
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Map<Integer, String> given = new TreeMap<>();
        Arrays.asList(arguments).forEach(argument -> given.put(given.size(), argument));
        String part = given.getOrDefault(5, "");
        String length = given.getOrDefault(6, "");
        ProofRun run = new ProofRun(Path.of(given.getOrDefault(0, "target/proof-run.tsv")),
                Duration.ofSeconds(Long.parseLong(given.getOrDefault(1, "10"))),
                Duration.ofSeconds(Long.parseLong(given.getOrDefault(2, "3600"))), System.out::println);
        run.run(scenario -> scenario.toString().contains(part)
                && (length.isEmpty() || length.equals(scenario.deep() ? "deep" : "short")),
                List.of(given.getOrDefault(4, "rc11").split(",")), Integer.parseInt(given.getOrDefault(3, "1")));
    }
}
