package dev.baton.verify;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.TransferQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Holds the order of the house: who may know whom. A rule about a module or package that does not exist yet is
 * silent, and wakes up with the first class in it.
 */
class ArchitectureTest {
    /** What every module may use beside the JDK: annotations that leave no trace at run time. */
    private static final String[] JDK = {"java..", "javax..", "jdk..", "org.jspecify.annotations.."};

    /** Modules of this project that each module may use; whatever is not named here it must not know. */
    private static final Map<String, Set<String>> MAY_KNOW = Map.ofEntries(
            Map.entry("baton-core", Set.of()),
            Map.entry("baton-combine", Set.of("baton-core")),
            Map.entry("baton-micrometer", Set.of("baton-core")),
            Map.entry("baton-check", Set.of()),
            Map.entry("baton-zoo", Set.of()),
            Map.entry("baton-report", Set.of("baton-check")),
            Map.entry("baton-proof", Set.of("baton-core", "baton-combine", "baton-check")),
            Map.entry("baton-cli",
                    Set.of("baton-core", "baton-combine", "baton-check", "baton-report", "baton-bench", "baton-proof")),
            Map.entry("baton-maven-plugin", Set.of("baton-cli")),
            Map.entry("baton-spark", Set.of("baton-check", "baton-cli")),
            Map.entry("baton-verify", Set.of("baton-core", "baton-combine", "baton-check", "baton-proof", "baton-zoo")),
            Map.entry("baton-bench", Set.of("baton-core", "baton-combine", "baton-zoo")));

    /** Packages of the checker that each of its inner packages may use: the way that data flows, backwards. */
    private static final Map<String, Set<String>> CHECKER_MAY_KNOW = Map.of(
            "event", Set.of(),
            "graph", Set.of("event"),
            "model", Set.of("event", "graph"),
            "explore", Set.of("event", "graph", "model"),
            "program", Set.of("event", "explore"),
            "explain", Set.of("event", "graph", "model", "explore", "program"),
            "replay", Set.of("event", "explore", "program"),
            "spec", Set.of("event", "graph", "model", "explore"));

    /** Rooms of the core that the module does not export, and which of them each may use; none may use the public types. */
    private static final Map<String, Set<String>> CORE_ROOM_MAY_KNOW = Map.of(
            "line", Set.of(),
            "park", Set.of(),
            "store", Set.of("line"),
            "transfer", Set.of("park"));

    /** The room through which the proof sees the library; it speaks of public types, and only this class knows it. */
    private static final String ACCESS_ROOM = "dev.baton.internal.access";
    private static final String ACCESS_CLASS = "dev.baton.ProofAccess";

    /** Of {@code java.util.concurrent}, all that synchronizes nobody, and the types that the API keeps. */
    private static final Set<String> CONCURRENT_TYPES_OF_CORE = names(TimeUnit.class, Callable.class, Executor.class,
            Future.class, Future.State.class, CompletableFuture.class, CompletionStage.class, CompletionException.class,
            CancellationException.class, ExecutionException.class, TimeoutException.class, BrokenBarrierException.class,
            BlockingQueue.class, TransferQueue.class, Lock.class, Condition.class, ReadWriteLock.class,
            LockSupport.class, AbstractExecutorService.class, ExecutorService.class, RunnableFuture.class,
            RejectedExecutionException.class, ThreadFactory.class, ScheduledExecutorService.class,
            ScheduledFuture.class);

    private static final House HOUSE = House.current();

    @Test
    void everyModuleHasItsRoom() throws IOException {
        assertThat(HOUSE.modules()).contains("baton-core", "baton-verify").allMatch(MAY_KNOW::containsKey,
                "is in the table of who may know whom");
    }

    @ParameterizedTest
    @ValueSource(strings = {"baton-core", "baton-combine", "baton-micrometer", "baton-check", "baton-zoo",
            "baton-report", "baton-proof",
            "baton-cli", "baton-spark",
            "baton-bench"})
    void moduleKnowsOnlyThoseBelowIt(String module) {
        JavaClasses own = built(module);
        for (String other : MAY_KNOW.keySet()) {
            if (!other.equals(module) && !MAY_KNOW.getOrDefault(module, Set.of()).contains(other)) {
                noClasses().should().dependOnClassesThat(areOf(other)).because(module + " must not know " + other)
                        .allowEmptyShould(true).check(own);
            }
        }
    }

    @Test
    void coreKnowsOnlyTheJdk() {
        JavaClasses core = built("baton-core");
        assertThat(core).isNotEmpty();
        onlyJdkAnd("dev.baton", "dev.baton.internal..").check(core);
    }

    @ParameterizedTest
    @ValueSource(strings = {"line", "park", "store", "transfer"})
    void roomOfTheCoreKnowsOnlyThoseBelowIt(String room) {
        String[] packages = Stream.concat(Stream.of(room), CORE_ROOM_MAY_KNOW.getOrDefault(room, Set.of()).stream())
                .map(name -> "dev.baton.internal." + name).toArray(String[]::new);
        classes().that().resideInAPackage("dev.baton.internal." + room).should()
                .onlyDependOnClassesThat(resideInAnyPackage(withJdk(packages))).check(built("baton-core"));
    }

    @Test
    void everyRoomOfTheCoreIsInTheTable() {
        assertThat(built("baton-core").stream().map(JavaClass::getPackageName)
                .filter(name -> name.startsWith("dev.baton.internal.")).distinct())
                .containsExactlyInAnyOrderElementsOf(Stream.concat(Stream.of(ACCESS_ROOM),
                        CORE_ROOM_MAY_KNOW.keySet().stream().map(room -> "dev.baton.internal." + room)).toList());
    }

    @Test
    void libraryDoesNotKnowTheWayOfTheProof() {
        DescribedPredicate<JavaClass> way = resideInAPackage(ACCESS_ROOM).or(DescribedPredicate.describe(
                "implement it", type -> type.getName().split("\\$", -1)[0].equals(ACCESS_CLASS)));
        JavaClasses core = built("baton-core");
        assertThat(core.stream().filter(way)).extracting(JavaClass::getName).contains(ACCESS_CLASS);
        noClasses().that(not(way)).should().dependOnClassesThat(way)
                .because("what only the proof needs must not be loaded by a program").check(core);
        noClasses().that().haveFullyQualifiedName(ACCESS_CLASS).should().bePublic().check(core);
    }

    /** Programs see the public types; everything else is exported to one module by its name. */
    @ParameterizedTest
    @CsvSource({"baton-core, dev.baton", "baton-combine, dev.baton.combine",
            "baton-micrometer, dev.baton.micrometer"})
    void moduleExportsOnePackageToAll(String module, String only) throws IOException {
        Path descriptor = HOUSE.root().resolve(module).resolve("target/classes/module-info.class");
        assumeTrue(Files.exists(descriptor), () -> module + " has not been built");
        try (InputStream bytes = Files.newInputStream(descriptor)) {
            ModuleDescriptor read = ModuleDescriptor.read(bytes);
            assertThat(read.exports()).filteredOn(each -> !each.isQualified())
                    .extracting(ModuleDescriptor.Exports::source).containsExactly(only);
            assertThat(read.exports()).filteredOn(ModuleDescriptor.Exports::isQualified)
                    .allSatisfy(each -> assertThat(each.targets()).hasSize(1));
            assertThat(read.opens()).isEmpty();
        }
    }

    /** Two modules on one module path must not hold the same package. */
    @Test
    void noPackageIsInTwoModules() throws IOException {
        Map<String, String> moduleOf = new HashMap<>();
        for (String module : HOUSE.modules()) {
            Set<String> packages = HOUSE.classesOf(module).stream().flatMap(JavaClasses::stream)
                    .map(JavaClass::getPackageName).collect(Collectors.toSet());
            for (String name : packages) {
                assertThat(moduleOf.put(name, module)).as(name + " is in " + module + " and in another").isNull();
            }
        }
        assertThat(moduleOf).containsEntry("dev.baton", "baton-core");
    }

    @Test
    void coreSynchronizesByItselfAlone() {
        noForeignSynchronizers().check(built("baton-core"));
    }

    @Test
    void zooKnowsOnlyTheJdk() {
        onlyJdkAnd("dev.baton.zoo").check(built("baton-zoo"));
    }

    @Test
    void checkerKnowsOnlyTheJdk() {
        JavaClasses check = built("baton-check");
        ArchRule everywhereElse = classes().that(not(resideInAPackage("dev.baton.check.api.."))).should()
                .onlyDependOnClassesThat(resideInAnyPackage(withJdk("dev.baton.check.."))).allowEmptyShould(true);
        ArchRule api = classes().that().resideInAPackage("dev.baton.check.api..").should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        withJdk("dev.baton.check..", "org.junit..", "org.opentest4j..", "org.apiguardian..")))
                .allowEmptyShould(true);
        everywhereElse.check(check);
        api.check(check);
    }

    @ParameterizedTest
    @ValueSource(strings = {"event", "graph", "model", "explore", "program", "explain", "replay", "jdk", "spec"})
    void checkerPackageKnowsOnlyThoseBeforeIt(String part) {
        List<String> allowed = new ArrayList<>();
        allowed.add(part);
        allowed.addAll(CHECKER_MAY_KNOW.getOrDefault(part, Set.of()));
        String[] packages = allowed.stream().map(name -> "dev.baton.check." + name + "..").toArray(String[]::new);
        classes().that().resideInAPackage("dev.baton.check." + part + "..").should()
                .onlyDependOnClassesThat(resideInAnyPackage(withJdk(packages))).allowEmptyShould(true)
                .check(built("baton-check"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"baton-check", "baton-report", "baton-proof", "baton-cli", "baton-bench"})
    void packagesFormNoCycle(String module) {
        slices().matching("dev.baton.(**)").should().beFreeOfCycles().allowEmptyShould(true).check(built(module));
    }

    @Test
    void commandsLeaveTheProcessToMain() {
        noClasses().that().doNotHaveFullyQualifiedName("dev.baton.cli.Main").should().callMethod(System.class, "exit",
                int.class).because("an exit code is a return value, so that it can be tested").allowEmptyShould(true)
                .check(built("baton-cli"));
    }

    @Test
    void rulesRejectWhatTheyForbid() {
        JavaClasses guilty = new ClassFileImporter().importClasses(Guilty.class);
        String reasons = noForeignSynchronizers().evaluate(guilty).getFailureReport().toString();
        assertThat(reasons).contains("AtomicInteger").contains("ReentrantLock").doesNotContain("TimeUnit");
        assertThat(onlyJdkAnd("dev.baton").evaluate(guilty).getFailureReport().toString()).contains("ArchRule");
    }

    private JavaClasses built(String module) {
        Optional<JavaClasses> classes = HOUSE.classesOf(module);
        assumeTrue(classes.isPresent(), () -> module + " has not been built");
        return classes.orElseThrow();
    }

    private static ArchRule onlyJdkAnd(String... packages) {
        return classes().should().onlyDependOnClassesThat(resideInAnyPackage(withJdk(packages)));
    }

    private static ArchRule noForeignSynchronizers() {
        DescribedPredicate<JavaClass> foreign = resideInAPackage("java.util.concurrent..")
                .and(DescribedPredicate.describe("synchronize or hold shared state",
                        type -> !CONCURRENT_TYPES_OF_CORE.contains(type.getBaseComponentType().getName())));
        return noClasses().should().dependOnClassesThat(foreign)
                .because("all that the library does to synchronize can be model-checked");
    }

    /** Classes of a module: its own package and those under it; for the core, the root package and its internal ones. */
    private static DescribedPredicate<JavaClass> areOf(String module) {
        return module.equals("baton-core")
                ? resideInAnyPackage("dev.baton", "dev.baton.internal..")
                : resideInAPackage("dev." + module.replace('-', '.') + "..");
    }

    private static String[] withJdk(String... packages) {
        List<String> all = new ArrayList<>(List.of(JDK));
        all.addAll(List.of(packages));
        return all.toArray(String[]::new);
    }

    private static Set<String> names(Class<?>... types) {
        return Set.of(List.of(types).stream().map(Class::getName).toArray(String[]::new));
    }

    /** What the rules must reject, beside what they must let pass. */
    @SuppressWarnings("unused")
    private static final class Guilty {
        private final AtomicInteger permits = new AtomicInteger();
        private final ReentrantLock lock = new ReentrantLock();
        private final TimeUnit unit = TimeUnit.SECONDS;

        private Optional<ArchRule> foreign() {
            return Optional.empty();
        }
    }
}
