package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.check.relax.SourcePatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A diff is what the tools of others make of it. */
class UnifiedDiffTest {
    @TempDir
    Path folder;

    @Test
    void patchMakesTheLinesAfterOfTheLinesBefore() throws Exception {
        assumeTrue(isThere("patch") || isThere("git"), "no tool that applies a patch");
        List<String> before = IntStream.rangeClosed(1, 40).mapToObj(i -> "line " + i).toList();
        List<String> after = new ArrayList<>(before);
        after.set(39, "the last");
        after.set(14, "changed");
        after.remove(1);
        Path file = Files.createDirectories(folder.resolve("sample")).resolve("Cell.java");
        Files.write(file, before);
        Path patch = Files.writeString(folder.resolve("relax.patch"), UnifiedDiff.of(new SourcePatch(
                List.of(new SourcePatch.ChangedFile("sample/Cell.java", before, after)), List.of())));
        assertThat(patch).content().startsWith("--- a/sample/Cell.java\n+++ b/sample/Cell.java\n@@ -1,5 +1,4 @@\n");

        Process process = new ProcessBuilder(isThere("patch")
                ? List.of("patch", "-p1", "-i", patch.toString())
                : List.of("git", "apply", patch.toString()))
                .directory(folder.toFile()).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(Files.readAllLines(file)).isEqualTo(after);
    }

    @Test
    void noChangeIsNoDiff() {
        assertThat(UnifiedDiff.of(new SourcePatch(List.of(), List.of()))).isEmpty();
    }

    private static boolean isThere(String tool) throws InterruptedException {
        try {
            return new ProcessBuilder(tool, "--version").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
