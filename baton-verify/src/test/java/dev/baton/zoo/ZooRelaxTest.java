package dev.baton.zoo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.relax.KillTable;
import dev.baton.check.relax.Relaxation;
import dev.baton.check.relax.Relaxer;
import dev.baton.zoo.LockScenario.Turn;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The relaxed form of each lock is what the relaxer makes of the all-volatile one, and no mode in it can be weaker. */
class ZooRelaxTest {
    /** A lock with accesses of its own: cohort locks have none. */
    enum Subject {
        ARRAY_QUEUE(ArrayQueueLock.class), CERTIKOS_MCS(CertiKosMcsLock.class), CLH(ClhLock.class), HCLH(
                HclhLock.class), MCS(
                        McsLock.class), MUSL(MuslMutex.class), THREE_STATE(ThreeStateMutex.class), QSPINLOCK(
                                QSpinLock.class), RECURSIVE_CAS(RecursiveCasLock.class), READ_WRITE(
                                        ReadWriteLock.class), SEMAPHORE(SpinSemaphore.class), CAS(
                                                CasLock.class), TICKET(
                                                        TicketLock.class), TTAS(TtasLock.class), TWA(TwaLock.class);

        final Class<?> type;

        Subject(Class<?> type) {
            this.type = type;
        }
    }

    /** Where the relaxed form is stronger than the answer, which load buffering would refuse. */
    private static final Map<String, String> NOT_ADOPTED = Map.of("ReadWriteLock.subtractReader", "RELEASE");

    @Test
    void casLock() throws IOException {
        assertModesAreThoseFound(Subject.CAS);
    }

    @Test
    void ticketLock() throws IOException {
        assertModesAreThoseFound(Subject.TICKET);
    }

    @Tag("deep")
    @ParameterizedTest
    @EnumSource
    void modesAreThoseThatTheRelaxerFinds(Subject subject) throws IOException {
        assertModesAreThoseFound(subject);
    }

    @Tag("deep")
    @ParameterizedTest
    @EnumSource
    void everyFurtherWeakeningBreaksAScenario(Subject subject) {
        KillTable table = relaxer(subject, true).killTable();
        assertThat(table.rows(KillTable.Fate.SURVIVED)).isEmpty();
        assertThat(table.rows(KillTable.Fate.UNDECIDED)).isEmpty();
    }

    private static void assertModesAreThoseFound(Subject subject) throws IOException {
        Map<Integer, String> accessors = new TreeMap<>();
        accessors(subject.type).forEach((name, access) -> accessors.put(access.line(), name));
        Map<String, Access> relaxed = accessors(
                Objects.requireNonNull(
                        Optional.of(subject.type.getDeclaredClasses()).stream().flatMap(java.util.Arrays::stream)
                                .filter(each -> each.getSimpleName().equals("Relaxed")).findFirst().orElseThrow()));
        for (Relaxation.Row row : relaxer(subject, false).run().rows()) {
            String accessor = Objects.requireNonNull(accessors.get(row.site().line()), row.site().place());
            Access shipped = relaxed.get(accessor);
            String found = NOT_ADOPTED.getOrDefault(subject.type.getSimpleName() + "." + accessor, row.now().name());
            assertThat(shipped == null ? "VOLATILE" : shipped.mode()).as(accessor).isEqualTo(found);
        }
    }

    private static Relaxer relaxer(Subject subject, boolean relaxed) {
        Species species = Species.valueOf(subject.name());
        Relaxer relaxer = new Relaxer().classes(subject.type);
        add(relaxer, LockScenario.of(species, 2, 1), relaxed);
        switch (subject) {
            case MUSL, THREE_STATE -> {
            }
            case QSPINLOCK -> {
                relaxer.models("rc11");
                add(relaxer, LockScenario.of(species, 4, 0).with(Turn.HELD), relaxed);
                add(relaxer, LockScenario.of(species, 3, 1), relaxed);
            }
            case ARRAY_QUEUE, CLH -> add(relaxer, LockScenario.of(species, 3, 1), relaxed);
            case RECURSIVE_CAS -> add(relaxer, LockScenario.of(species, 2, 1).with(Turn.NESTED), relaxed);
            case READ_WRITE -> {
                add(relaxer, LockScenario.of(species, 2, 1).with(Turn.READ), relaxed);
                add(relaxer, LockScenario.of(species, 3, 0).with(Turn.READ), relaxed);
            }
            default -> {
            }
        }
        if (subject != Subject.MUSL && subject != Subject.THREE_STATE) {
            add(relaxer, LockScenario.of(species, 3, 0), relaxed);
        }
        return relaxer;
    }

    private static void add(Relaxer relaxer, LockScenario scenario, boolean relaxed) {
        relaxer.scenario(scenario.toString(), scenario.body(relaxed));
    }

    /** An accessor: the line of its access and the mode that the call names. */
    private record Access(int line, String mode) {}

    private static Map<String, Access> accessors(Class<?> type) throws IOException {
        String file = "/" + type.getName().replace('.', '/') + ".class";
        Map<String, Access> accessors = new TreeMap<>();
        try (InputStream bytes = Objects.requireNonNull(type.getResourceAsStream(file))) {
            ClassModel model = ClassFile.of().parse(bytes.readAllBytes());
            for (MethodModel method : model.methods()) {
                int line = 0;
                for (var element : method.code().map(code -> code.elementList()).orElse(java.util.List.of())) {
                    if (element instanceof LineNumber number) {
                        line = number.line();
                    } else if (element instanceof InvokeInstruction call
                            && call.owner().asInternalName().equals("java/lang/invoke/VarHandle")) {
                        accessors.put(method.methodName().stringValue(),
                                new Access(line, mode(call.name().stringValue())));
                    }
                }
            }
        }
        return accessors;
    }

    private static String mode(String call) {
        if (call.endsWith("Acquire")) {
            return "ACQUIRE";
        }
        if (call.endsWith("Release")) {
            return "RELEASE";
        }
        if (call.endsWith("Opaque")) {
            return "OPAQUE";
        }
        return call.equals("get") || call.equals("set") ? "PLAIN" : "VOLATILE";
    }
}
