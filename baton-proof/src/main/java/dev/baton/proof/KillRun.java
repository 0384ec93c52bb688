package dev.baton.proof;

import dev.baton.check.api.Checker;
import dev.baton.check.api.PreparedCheck;
import dev.baton.check.relax.AccessSite;
import dev.baton.check.relax.Probe;
import dev.baton.check.relax.Refusal;
import dev.baton.check.relax.Weakening;
import dev.baton.proof.scenario.ProofScenario;
import dev.baton.proof.scenario.ProofScenarios;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Makes the kill table of the library in slices: what has been decided is in files and is not done again.
 *
 * <ol>
 * <li>Each weakening that an earlier table has: what killed it then, if that kills it still ({@code kills.tsv}).
 * <li>If that leaves any, each scenario once with the modes of the code: what it costs, which sites it exercises
 * ({@code profiles.tsv}).
 * <li>Each weakening that is left: the scenarios that exercise its site, the one that killed last first, then the cheapest, until
 * one kills it. Under {@code rc11}; what survives, under {@code jam} as well.
 * </ol>
 */
public final class KillRun {
    private static final Duration PROFILE_LIMIT = Duration.ofSeconds(20);

    private final Path profiles;
    private final Path kills;
    private final List<String> models;
    private final Duration limit;
    private final long deadline;
    private final Map<String, KillRow> before;
    private final Consumer<String> progress;
    private final Map<String, PreparedCheck.Source> scenarios = new LinkedHashMap<>();
    private final Map<String, Profile> profiled = new ConcurrentHashMap<>();
    private final Map<String, Integer> killers = new ConcurrentHashMap<>();

    private record Profile(long executions, long millis, String failure, Set<String> sites) {}

    /**
     * Creates it.
     *
     * @param folder  of the files
     * @param before  rows of an earlier table, to be tried first
     * @param models  in which to look for a kill, one after the other
     * @param limit   for one scenario with one weakening
     * @param longest after which no new work is begun
     * @param progress is told each line that is written
     */
    public KillRun(Path folder, Map<String, KillRow> before, List<String> models, Duration limit, Duration longest,
            Consumer<String> progress) throws IOException {
        Files.createDirectories(folder);
        this.profiles = folder.resolve("profiles.tsv");
        this.kills = folder.resolve("kills.tsv");
        this.before = before;
        this.progress = progress;
        this.models = models;
        this.limit = limit;
        this.deadline = System.nanoTime() + longest.toNanos();
        for (ProofScenario scenario : ProofScenarios.all()) {
            if (!scenario.deep()) {
                scenarios.put(scenario.toString(), source(scenario));
            }
        }
        readProfiles();
    }

    /** A proof's scenario as the checker takes it. */
    public static PreparedCheck.Source source(ProofScenario scenario) {
        return PreparedCheck.of(scenario.toString(), scenario.body(),
                checker -> checker.symmetry(scenario.symmetric()).spuriousWakeups(scenario.spurious())
                        .processors(2));
    }

    /** One worker's place to check. */
    public static Probe newProbe() {
        Set<String> core = CoreClasses.names();
        return new Probe(new Checker().findRaces(false),
                core::contains);
    }

    /** Every access of the library whose mode may be chosen, by name. */
    public static SortedMap<String, AccessSite> sites(Probe probe) {
        return probe.sites(source(ProofScenarios.all().getFirst()), CoreClasses.names());
    }

    /** Whether every weakening is decided. */
    public boolean run(int workers, Predicate<String> wanted) throws InterruptedException, IOException {
        if (!replay(workers, wanted)) {
            return false;
        }
        if (undecided(wanted).isEmpty()) {
            return true;
        }
        List<String> open = scenarios.keySet().stream().filter(name -> !profiled.containsKey(name)).toList();
        if (!inParallel(workers, open, this::profile)) {
            return false;
        }
        KillRow.read(kills).values().stream().filter(KillRow::isKilled)
                .forEach(row -> killers.merge(row.scenario(), 1, Integer::sum));
        List<Weakening> weakenings = undecided(wanted);
        progress.accept(weakenings.size() + " weakenings to decide");
        return inParallel(workers, weakenings, this::decide);
    }

    /** Only the first step: what killed a weakening before. Whether there was time for all of them. */
    public boolean replay(int workers, Predicate<String> wanted) throws InterruptedException, IOException {
        List<Weakening> known = undecided(wanted).stream().filter(each -> before.containsKey(each.key())).toList();
        return inParallel(workers, known, this::replay);
    }

    /** What was decided, by weakening; for the whole table, if the run is complete. */
    public Map<String, KillRow> rows() throws IOException {
        return KillRow.read(kills);
    }

    private List<Weakening> undecided(Predicate<String> wanted) throws IOException {
        Set<String> decided = rows().keySet();
        return Weakening.below(sites(newProbe())).stream()
                .filter(each -> !decided.contains(each.key()) && wanted.test(each.key())).toList();
    }

    private interface Work<T> {
        void on(Probe probe, T item) throws IOException;
    }

    private <T> boolean inParallel(int workers, List<T> items, Work<T> work) throws InterruptedException {
        ConcurrentLinkedQueue<T> queue = new ConcurrentLinkedQueue<>(items);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                Probe probe = newProbe();
                while (System.nanoTime() < deadline) {
                    T item = queue.poll();
                    if (item == null) {
                        return;
                    }
                    try {
                        work.on(probe, item);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return queue.isEmpty();
    }

    private void profile(Probe probe, String name) throws IOException {
        Probe.Profile profile = probe.profile(source(name), "rc11", PROFILE_LIMIT);
        probe.forget();
        Profile mine = new Profile(profile.executions(), profile.elapsed().toMillis(),
                profile.failure() == null ? "" : profile.failure(), profile.sites());
        profiled.put(name, mine);
        append(profiles, String.join("\t", name, Long.toString(mine.executions), Long.toString(mine.millis),
                mine.failure.replaceAll("\\s+", " "), String.join(";", mine.sites)));
    }

    private PreparedCheck.Source source(String name) {
        return Objects.requireNonNull(scenarios.get(name));
    }

    /** Settles a weakening that the scenario of the earlier table still kills; leaves others open. */
    private void replay(Probe probe, Weakening weakening) throws IOException {
        KillRow earlier = Objects.requireNonNull(before.get(weakening.key()));
        if (earlier.isKilled() && scenarios.containsKey(earlier.scenario())) {
            Probe.Outcome outcome = attempt(probe, weakening, earlier.model(), earlier.scenario());
            if (outcome.kills()) {
                append(kills, row(weakening, earlier.model(), earlier.scenario(), outcome).line());
            }
        }
    }

    private void decide(Probe probe, Weakening weakening) throws IOException {
        KillRow row = decided(probe, weakening);
        append(kills, row.line());
    }

    private KillRow decided(Probe probe, Weakening weakening) {
        List<String> relevant = profiled.entrySet().stream()
                .filter(each -> scenarios.containsKey(each.getKey()) && each.getValue().failure.isEmpty()
                        && each.getValue().sites.contains(weakening.name()))
                .map(Map.Entry::getKey).collect(Collectors.toCollection(ArrayList::new));
        relevant.sort(Comparator.comparingDouble(this::price));
        String from = weakening.site().code().word();
        if (relevant.isEmpty()) {
            return new KillRow(weakening.key(), from, KillRow.NOT_EXERCISED, "", "", 0, "");
        }
        int unfinished = 0;
        for (String model : models) {
            for (String name : relevant) {
                Probe.Outcome outcome = attempt(probe, weakening, model, name);
                if (outcome.kills() && !failsAnyway(probe, model, name)) {
                    killers.merge(name, 1, Integer::sum);
                    return row(weakening, model, name, outcome);
                }
                unfinished += outcome.refusal() == null ? 0 : 1;
            }
        }
        return new KillRow(weakening.key(), from, KillRow.SURVIVED, String.join(",", models), "", 0,
                relevant.size() + " scenarios, " + unfinished + " checks not finished");
    }

    private Probe.Outcome attempt(Probe probe, Weakening weakening, String model, String name) {
        return probe.attempt(source(name), model, List.of(weakening), Long.MAX_VALUE, limit);
    }

    /** Under {@code rc11} that is known from the profile. */
    private boolean failsAnyway(Probe probe, String model, String name) {
        return !model.equals("rc11")
                && probe.attempt(source(name), model, List.of(), Long.MAX_VALUE, limit).kills();
    }

    private static KillRow row(Weakening weakening, String model, String name, Probe.Outcome outcome) {
        Refusal refusal = Objects.requireNonNull(outcome.refusal());
        return new KillRow(weakening.key(), weakening.site().code().word(), KillRow.KILLED, model, name,
                outcome.executions(), refusal.message().lines().findFirst().orElse("").replace('\t', ' '));
    }

    /** Cheap scenarios first, and those that killed before. */
    private double price(String name) {
        Profile profile = profiled.get(name);
        return (profile == null ? 0 : profile.millis + 20.0 + profile.executions / 10.0)
                / (1 + killers.getOrDefault(name, 0));
    }

    private void readProfiles() throws IOException {
        if (Files.exists(profiles)) {
            for (String line : Files.readAllLines(profiles, StandardCharsets.UTF_8)) {
                String[] parts = line.split("\t", -1);
                profiled.put(parts[0], new Profile(Long.parseLong(parts[1]), Long.parseLong(parts[2]), parts[3],
                        new TreeSet<>(Arrays.asList(parts[4].split(";")))));
            }
        }
    }

    private synchronized void append(Path file, String line) throws IOException {
        Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        progress.accept(line.length() > 200 ? line.substring(0, 200) : line);
    }

    /** Goes on with the table: folder, seconds for this slice, seconds for one check, workers, models, a part of a name, and an earlier table. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Map<Integer, String> given = new HashMap<>();
        for (int i = 0; i < arguments.length; i++) {
            given.put(i, arguments[i]);
        }
        Path earlier = Path.of(given.getOrDefault(6, "kill-table.tsv"));
        KillRun run = new KillRun(Path.of(given.getOrDefault(0, "target/kill")), KillRow.read(earlier),
                List.of(given.getOrDefault(4, "rc11,jam").split(",")),
                Duration.ofSeconds(Long.parseLong(given.getOrDefault(2, "5"))),
                Duration.ofSeconds(Long.parseLong(given.getOrDefault(1, "220"))), System.out::println);
        boolean done = run.run(Integer.parseInt(given.getOrDefault(3, "2")),
                key -> key.contains(given.getOrDefault(5, "")));
        System.out.println(done ? "complete" : "to be continued");
    }
}
