package dev.baton.check.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The jcstress tests of a directory of classes beside the checker: what each grades, and what each model shows. An outcome is
 * followed by the letter of its grade: A for acceptable, I for interesting, F for forbidden.
 */
final class JcstressTable implements AutoCloseable {
    static final List<String> MODELS = List.of("sc", "rc11", "jam");

    /** One test under one model. */
    record Cell(Map<String, String> outcomes, String remark) {
        String text() {
            String all = outcomes.entrySet().stream().map(each -> "`" + each.getKey() + "` " + each.getValue())
                    .collect(Collectors.joining(" · "));
            return remark.isEmpty() ? all : all + (all.isEmpty() ? "" : " ") + "(" + remark + ")";
        }
    }

    /** One test: its name without the package, what it grades and no model shows, and a cell for each model. */
    record Row(String name, List<String> unseen, Map<String, Cell> cells) {
        boolean showsForbidden() {
            return cells.values().stream().anyMatch(cell -> cell.outcomes.containsValue("F"));
        }

        boolean hasRemark() {
            return cells.values().stream().anyMatch(cell -> !cell.remark.isEmpty());
        }

        boolean agrees() {
            return unseen.isEmpty() && !showsForbidden() && !hasRemark();
        }

        String line() {
            return "| " + name + " | " + MODELS.stream().map(model -> cells.get(model).text())
                    .collect(Collectors.joining(" | "))
                    + " | " + unseen.stream().map(each -> "`" + each + "`").collect(Collectors.joining(" · ")) + " |";
        }
    }

    private final Path classes;
    private final Duration limit;
    private final URLClassLoader loader;

    JcstressTable(Path classes, Collection<Path> libraries, Duration limit) {
        this.classes = classes;
        this.limit = limit;
        List<URL> path = Stream.concat(Stream.of(classes), libraries.stream()).map(JcstressTable::url).toList();
        this.loader = new URLClassLoader(path.toArray(new URL[0]), JcstressTable.class.getClassLoader());
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Row> rows() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String name : new TreeSet<>(tests())) {
            rows.add(row(name));
        }
        return rows;
    }

    private List<String> tests() throws IOException {
        try (Stream<Path> files = Files.walk(classes)) {
            return files.map(classes::relativize).map(Path::toString).filter(file -> file.endsWith(".class"))
                    .map(file -> file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                    .filter(name -> JcstressTest.has(name, loader, "JCStressTest")).toList();
        }
    }

    private Row row(String name) {
        Map<String, Cell> cells = new LinkedHashMap<>();
        for (String model : MODELS) {
            cells.put(model, cell(name, model));
        }
        String shortName = name.substring(name.lastIndexOf('.') + 1).replace('$', '.');
        return new Row(shortName, unseen(name, cells), cells);
    }

    /** Outcomes that the test names and does not forbid, and that neither of the weaker models shows. */
    private List<String> unseen(String name, Map<String, Cell> cells) {
        try {
            JcstressTest test = test(name);
            return test.cases.stream().filter(each -> !each.fails())
                    .filter(each -> cells.values().stream()
                            .noneMatch(
                                    cell -> cell.outcomes.keySet().stream().anyMatch(seen -> isFor(test, each, seen))))
                    .flatMap(each -> each.ids().stream()).filter(id -> !id.isEmpty()).toList();
        } catch (RuntimeException | ReflectiveOperationException e) {
            return List.of();
        }
    }

    private static boolean isFor(JcstressTest test, JcstressTest.Case each, String outcome) {
        return test.expectation(outcome) == each;
    }

    private JcstressTest test(String name) throws ReflectiveOperationException {
        return JcstressTest.in(Class.forName(name, false, loader)).stream()
                .filter(each -> each.className.equals(name)).findFirst().orElseThrow();
    }

    private Cell cell(String name, String model) {
        try {
            JcstressResult result = new Jcstress(new Checker().model(model).timeLimit(limit))
                    .check(Class.forName(name, false, loader)).stream().filter(each -> each.name().equals(name))
                    .findFirst().orElseThrow();
            Map<String, String> outcomes = new TreeMap<>();
            result.outcomes().keySet().forEach(each -> outcomes.put(each, letter(result.grade(each))));
            return new Cell(outcomes, remark(result));
        } catch (Exception | LinkageError problem) {
            return new Cell(Map.of(), String.valueOf(problem.getMessage()).lines().findFirst().orElse("")
                    .replace("|", "/"));
        }
    }

    private static String remark(JcstressResult result) {
        if (result.check().notExhausted() != null) {
            return "not exhausted";
        }
        boolean broken = !result.outcomes().containsKey("STALE") && !result.outcomes().containsKey("ERROR")
                && !result.check().violations().isEmpty();
        return broken ? result.check().violations().getFirst().message().lines().findFirst().orElse("") : "";
    }

    private static String letter(String grade) {
        return switch (grade) {
            case "ACCEPTABLE" -> "A";
            case "ACCEPTABLE_INTERESTING" -> "I";
            default -> "F";
        };
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
