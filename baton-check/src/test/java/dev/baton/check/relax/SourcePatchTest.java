package dev.baton.check.relax;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.api.ModelCheck;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A patch is applied to a copy of the source, compiled, and the patched program is verified anew. */
class SourcePatchTest {
    private static final String SOURCE = """
            package sample;

            import dev.baton.check.api.ModelCheck;
            import dev.baton.check.api.Scenario;
            import java.lang.invoke.MethodHandles;
            import java.lang.invoke.VarHandle;
            import java.util.concurrent.atomic.AtomicInteger;

            public class Cell {
                private int held;
                private int tickets;
                private int data;
                private volatile int seen;
                private final AtomicInteger flag = new AtomicInteger();

                void lock() {
                    while (!HELD.compareAndSet(this, 0, 1)) {
                        Thread.onSpinWait();
                    }
                }

                void unlock() {
                    VarHandle.fullFence();
                    HELD.setVolatile(this, 0);
                }

                void send() {
                    data = 42;
                    flag.set(1);
                    seen = 1;
                }

                void receive() {
                    if (flag.get() == 1) {
                        assert data == 42;
                    }
                    TICKETS.getAndAdd(this, 1);
                }

                @ModelCheck
                void locks(Scenario scenario) {
                    Cell cell = new Cell();
                    scenario.threads(2, () -> {
                        cell.lock();
                        cell.data++;
                        cell.unlock();
                    });
                    scenario.finallyAssert(() -> {
                        assert cell.data == 2;
                    });
                }

                @ModelCheck
                void sends(Scenario scenario) {
                    Cell cell = new Cell();
                    scenario.thread(cell::send);
                    scenario.thread(cell::receive);
                }

                @ModelCheck(expectViolation = true)
                void races(Scenario scenario) {
                    Cell cell = new Cell();
                    scenario.threads(2, () -> cell.data++);
                    scenario.finallyAssert(() -> {
                        assert cell.data == 2;
                    });
                }

                private static final VarHandle HELD = handle("held");
                private static final VarHandle TICKETS = handle("tickets");

                private static VarHandle handle(String name) {
                    try {
                        return MethodHandles.lookup().findVarHandle(Cell.class, name, int.class);
                    } catch (ReflectiveOperationException e) {
                        throw new ExceptionInInitializerError(e);
                    }
                }
            }
            """;

    @TempDir
    private Path folder = Path.of(".");

    private Class<?> compiled(String into) throws IOException, ClassNotFoundException {
        Path classes = Files.createDirectories(folder.resolve(into));
        int code = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler()).run(null, null, null, "-proc:none",
                "-g",
                "-d", classes.toString(), "-cp", System.getProperty("java.class.path"),
                folder.resolve("src/sample/Cell.java").toString());
        assertThat(code).isZero();
        URLClassLoader loader = new URLClassLoader(new URL[]{classes.toUri().toURL()},
                ModelCheck.class.getClassLoader());
        return loader.loadClass("sample.Cell");
    }

    @Test
    void thePatchedSourceVerifiesInTheModesFound() throws Exception {
        Path source = folder.resolve("src/sample/Cell.java");
        Files.createDirectories(source.getParent());
        Files.writeString(source, SOURCE);
        Class<?> type = compiled("before");
        Relaxation found = new Relaxer().scenarios(type).classes(type).run();
        SourcePatch patch = found.patch(folder.resolve("src"));
        assertThat(patch.files()).singleElement().satisfies(file -> {
            assertThat(file.name()).isEqualTo("sample/Cell.java");
            assertThat(file.before()).isEqualTo(SOURCE.lines().toList());
        });
        assertThat(patch.leftOut()).extracting(SourcePatch.LeftOut::toString).containsExactly(
                "Cell.java:30 write seen: volatile → plain: an access to a volatile field has no weaker form; it needs a"
                        + " VarHandle of `seen` and `set`");

        Files.write(source, patch.files().getFirst().after());
        assertThat(Files.readString(source))
                .contains("while (!((int) HELD.compareAndExchangeAcquire(this, 0, 1) == 0)) {",
                        "HELD.setRelease(this, 0);", "flag.setRelease(1);", "flag.getAcquire() == 1",
                        "TICKETS.getAndAddAcquire(this, 1);")
                .doesNotContain("fullFence");
        Class<?> patched = compiled("after");
        Relaxation again = new Relaxer().scenarios(patched).classes(patched).run();
        assertThat(again.rows()).filteredOn(row -> row.site().via() != AccessSite.Via.VOLATILE_FIELD)
                .allSatisfy(row -> assertThat(row.isChange()).as("%s", row.site()).isFalse());
        assertThat(again.rows()).extracting(row -> row.site().code())
                .containsExactlyInAnyOrderElementsOf(expectedCode(found));
    }

    /** The modes found, but for the fence that is gone and the field that a patch cannot change. */
    private static List<Mode> expectedCode(Relaxation found) {
        return found.rows().stream().filter(row -> row.now() != Mode.REMOVED)
                .map(row -> row.site().via() == AccessSite.Via.VOLATILE_FIELD ? row.site().code() : row.now()).toList();
    }

    @Test
    void aSourceThatIsNotThereIsSaid() {
        Relaxation found = new Relaxer().scenario("one message", Samples.MessagePassing::scenario)
                .classes(Samples.MessagePassing.class).run();
        SourcePatch patch = found.patch(folder);
        assertThat(patch.files()).isEmpty();
        assertThat(patch.leftOut()).hasSize(2)
                .allSatisfy(left -> assertThat(left.why()).contains("its source is not under"));
    }
}
