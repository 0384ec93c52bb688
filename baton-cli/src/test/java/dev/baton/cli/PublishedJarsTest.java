package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two versions of a published library on the user's class path, neither of them the one that the command line has for its
 * benchmarks: the first counts, and each result says so. The build copies the jars from the repository.
 */
class PublishedJarsTest {
    private static final Path JARS = Path.of(System.getProperty("baton.root"), "baton-cli/target/published-jars");
    private static final Path OLD = JARS.resolve("HikariCP-2.5.0.jar");
    private static final Path NEW = JARS.resolve("HikariCP-5.1.0.jar");
    /** Of version 2 an entry is set by {@code lazySet}, of version 5 by {@code setState}. */
    private static final String CHECK = """
            import com.zaxxer.hikari.util.*;
            import dev.baton.check.api.*;
            public class BagCheck {
                static final class Entry implements ConcurrentBag.IConcurrentBagEntry {
                    final java.util.concurrent.atomic.AtomicInteger state = new java.util.concurrent.atomic.AtomicInteger();
                    String setBy = "nobody";
                    @Override public boolean compareAndSet(int from, int to) { return state.compareAndSet(from, to); }
                    public void lazySet(int to) { setBy = "lazySet"; state.set(to); }
                    public void setState(int to) { setBy = "setState"; state.set(to); }
                    @Override public int getState() { return state.get(); }
                }
                @ModelCheck void entryIsOut(Scenario scenario) {
                    FastList<Entry> list = new FastList<>(Entry.class);
                    Entry entry = new Entry();
                    boolean old = java.util.Arrays.stream(ConcurrentBag.IConcurrentBagEntry.class.getMethods())
                            .anyMatch(each -> each.getName().equals("lazySet"));
                    scenario.threads(2, () -> {
                        if (entry.compareAndSet(ConcurrentBag.IConcurrentBagEntry.STATE_NOT_IN_USE,
                                ConcurrentBag.IConcurrentBagEntry.STATE_IN_USE)) {
                            list.add(entry);
                        }
                    });
                    scenario.outcome(() -> (old ? "lazySet" : "setState") + " " + list.size());
                }
            }
            """;

    @TempDir
    Path directory;

    @BeforeEach
    void compileTheCheck() throws Exception {
        Path file = Files.writeString(directory.resolve("BagCheck.java"), CHECK);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-g", "-proc:none", "-d",
                directory.resolve("classes").toString(), "-cp", NEW + java.io.File.pathSeparator + Forked.CLASS_PATH,
                file.toString())).isZero();
    }

    private JsonNode check(Path... jars) throws Exception {
        String path = String.join(java.io.File.pathSeparator,
                java.util.Arrays.stream(jars).map(Path::toString).toList());
        Shell shell = Shell.run("check", directory.resolve("classes").toString(), "--classpath", path, "--json");
        assertThat(shell.code()).as(shell.out()).isZero();
        return new ObjectMapper().readTree(shell.out());
    }

    private static String hash(Path jar) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar)));
    }

    private static JsonNode origin(JsonNode root, Path jar) {
        for (JsonNode each : root.get("checks").get(0).get("origins")) {
            if (each.get("place").asText().equals(jar.toString())) {
                return each;
            }
        }
        throw new AssertionError("nothing came from " + jar + ": " + root.get("checks").get(0).get("origins"));
    }

    @Test
    void eachVersionIsWhatIsChecked() throws Exception {
        JsonNode old = check(OLD);
        assertThat(old.get("checks").get(0).get("outcomes").fieldNames()).toIterable().containsExactly("lazySet 1");
        assertThat(origin(old, OLD).get("sha256").asText()).isEqualTo(hash(OLD));
        assertThat(old.get("duplicates")).isEmpty();
        JsonNode young = check(NEW);
        assertThat(young.get("checks").get(0).get("outcomes").fieldNames()).toIterable().containsExactly("setState 1");
        assertThat(origin(young, NEW).get("sha256").asText()).isEqualTo(hash(NEW));
    }

    @Test
    void orderDecidesAndTheDoubleIsReported() throws Exception {
        JsonNode root = check(OLD, NEW);
        assertThat(root.get("checks").get(0).get("outcomes").fieldNames()).toIterable().containsExactly("lazySet 1");
        assertThat(origin(root, OLD).get("sha256").asText()).isEqualTo(hash(OLD));
        assertThat(root.get("duplicates")).anySatisfy(each -> {
            assertThat(each.get("class").asText()).startsWith("com.zaxxer.hikari.util.");
            assertThat(each.get("places").get(0).asText()).isEqualTo(OLD.toString());
            assertThat(each.get("places").get(1).asText()).isEqualTo(NEW.toString());
        });
        assertThat(check(NEW, OLD).get("checks").get(0).get("outcomes").fieldNames()).toIterable()
                .containsExactly("setState 1");
    }
}
