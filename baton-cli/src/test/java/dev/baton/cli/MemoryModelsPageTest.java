package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.api.Checker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the page says of the models is what the checker does. */
class MemoryModelsPageTest {
    private static final List<String> MODELS = List.of("sc", "tso", "rc11", "jam", "java", "imm", "arm8");

    @Test
    void tableSaysWhatIsAllowed() throws Exception {
        String page = Files.readString(Path.of(System.getProperty("baton.root"), "docs/memory-models.md"));
        List<String> rows = new ArrayList<>();
        LitmusShapes.all().forEach((name, body) -> {
            StringBuilder row = new StringBuilder("| " + name + " |");
            for (String model : MODELS) {
                boolean seen = new Checker().model(model).check(body).outcomes().containsKey("yes");
                row.append(seen ? " yes |" : " no |");
            }
            rows.add(row.toString());
        });
        assertThat(page.lines()).containsSubsequence(rows);
    }
}
