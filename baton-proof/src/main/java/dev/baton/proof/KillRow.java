package dev.baton.proof;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What became of one weakening; a line of the kill table's file.
 *
 * @param weakening  its {@linkplain dev.baton.check.relax.Weakening#key() key}
 * @param from       the mode of the code
 * @param fate       {@code killed}, {@code survived} or {@code not exercised}
 * @param model      in which it was killed
 * @param scenario   the one that kills it
 * @param executions visited until then
 * @param message    what goes wrong; for one that is not exercised, why it cannot be
 */
public record KillRow(String weakening, String from, String fate, String model, String scenario, long executions,
        String message) {
    static final String KILLED = "killed";
    static final String SURVIVED = "survived";
    static final String NOT_EXERCISED = "not exercised";

    public boolean isKilled() {
        return fate.equals(KILLED);
    }

    /** One line, without its end. */
    public String line() {
        return String.join("\t", weakening, from, fate, model, scenario, Long.toString(executions), message);
    }

    static KillRow ofLine(String line) {
        String[] parts = line.split("\t", -1);
        return new KillRow(parts[0], parts[1], parts[2], parts[3], parts[4], Long.parseLong(parts[5]), parts[6]);
    }

    /** The rows of a file by weakening; none if there is no file. A later line replaces an earlier one. */
    public static Map<String, KillRow> read(Path file) throws IOException {
        Map<String, KillRow> rows = new LinkedHashMap<>();
        if (Files.exists(file)) {
            rows.putAll(parse(Files.readAllLines(file, StandardCharsets.UTF_8)));
        }
        return rows;
    }

    /** The rows of these lines by weakening. */
    public static Map<String, KillRow> parse(List<String> lines) {
        Map<String, KillRow> rows = new LinkedHashMap<>();
        lines.stream().filter(line -> !line.isBlank()).map(KillRow::ofLine)
                .forEach(row -> rows.put(row.weakening(), row));
        return rows;
    }
}
