package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.relax.KillTable;
import dev.baton.check.relax.Relaxer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Which weakenings of the library's accesses the scenarios of {@link ShippedPrimitivesModelTest} notice. The tables are
 * left in {@code target}. Under {@code rc11} only: a kill under one model is a kill.
 */
@Tag("deep")
class KillTableTest {
    private static final Class<?>[] CORE = {Mutex.class, Semaphore.class, WaitQueue.class, PermitQueue.class,
            GrantQueue.class, OwnedQueue.class, CancellableQueueSynchronizer.class, Segment.class,
            SegmentReference.class, Section.class, ThreadWaiter.class, FutureWaiter.class, RequestFuture.class,
            WaitRecord.class};

    private static KillTable table(String name, Relaxer relaxer) throws IOException {
        KillTable table = relaxer.classes(CORE).models("rc11").workers(2).killTable();
        Files.writeString(Path.of("target", "kill-table-" + name + ".md"), table.markdown());
        return table;
    }

    @Test
    void theScenariosOfTheMutexKill() throws IOException {
        KillTable table = table("mutex", new Relaxer().scenario("plain", ShippedPrimitivesModelTest::mutexPlain)
                .scenario("interrupted", ShippedPrimitivesModelTest::mutexInterrupted)
                .scenario("timed", ShippedPrimitivesModelTest::mutexTimed));
        assertThat(table.rows(KillTable.Fate.KILLED)).isNotEmpty();
    }

    @Test
    void theScenariosOfTheSemaphoreKill() throws IOException {
        KillTable table = table("semaphore", new Relaxer()
                .scenario("fair, timed", scenario -> ShippedPrimitivesModelTest.semaphoreTimed(scenario, true))
                .scenario("barging, timed", scenario -> ShippedPrimitivesModelTest.semaphoreTimed(scenario, false)));
        assertThat(table.rows(KillTable.Fate.KILLED)).isNotEmpty();
    }
}
