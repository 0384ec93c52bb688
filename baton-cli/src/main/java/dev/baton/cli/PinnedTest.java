package dev.baton.cli;

import dev.baton.check.explain.Counterexample;
import dev.baton.check.explain.CounterexampleText;
import java.util.ArrayList;
import java.util.List;

/**
 * A JUnit test that makes the execution of one counterexample again.
 *
 * @param check    the check it comes from
 * @param shown    the counterexample
 * @param settings what was set by options, as calls that change a checker
 */
record PinnedTest(PlannedCheck check, Counterexample shown, String settings) {
    /** A constant of a class has room for 65,535 bytes. */
    private static final int LINES_A_TEXT = 500;

    List<String> execution() {
        return shown.execution();
    }

    /** The binary name of the class that holds the check: for a jcstress test the test itself. */
    String type() {
        String full = check.name().full();
        return method().isEmpty() ? full : check.entry();
    }

    /** The name of the method; empty for a jcstress test. */
    String method() {
        String full = check.name().full();
        return full.startsWith(check.entry() + ".") ? full.substring(check.entry().length() + 1) : "";
    }

    String packageName() {
        int dot = check.entry().lastIndexOf('.');
        return dot < 0 ? "" : check.entry().substring(0, dot);
    }

    /** The source of a class with a test for each of them. */
    static String file(String name, List<PinnedTest> tests) {
        StringBuilder source = new StringBuilder();
        String packageName = tests.getFirst().packageName();
        if (!packageName.isEmpty()) {
            source.append("package ").append(packageName).append(";\n\n");
        }
        String settings = String.join("", tests.stream().map(PinnedTest::settings).distinct().toList());
        for (String type : List.of("Clock", "JdkFields", "JdkLocks", "Timeouts")) {
            if (settings.contains(type + ".")) {
                source.append("import dev.baton.check.event.").append(type).append(";\n");
            }
        }
        source.append("import dev.baton.check.api.PinnedExecution;\nimport org.junit.jupiter.api.Test;\n\n")
                .append("/** Executions that went wrong. A test fails as long as the program allows its execution. */\n")
                .append("class ").append(name).append(" {\n");
        for (int i = 0; i < tests.size(); i++) {
            source.append(i == 0 ? "" : "\n").append(tests.get(i).test(i));
        }
        return source.append("}\n").toString();
    }

    private String test(int index) {
        StringBuilder source = new StringBuilder("    /*\n");
        source.append("     * ").append(harmless(check.name().full())).append(", model ").append(check.model())
                .append(":\n");
        CounterexampleText.of(shown).forEach(line -> source.append(("     * " + harmless(line)).stripTrailing())
                .append('\n'));
        source.append("     */\n    @Test\n    void execution").append(index + 1).append("IsNotAllowed() {\n")
                .append("        new PinnedExecution(").append(type().replace('$', '.')).append(".class, \"")
                .append(method()).append("\"");
        for (List<String> part : parts()) {
            source.append(", \"\"\"\n");
            part.forEach(line -> source.append("                ").append(escaped(line)).append('\n'));
            source.append("                \"\"\"");
        }
        source.append(")\n                .under(\"").append(check.model()).append("\")");
        if (!settings.isEmpty()) {
            source.append(".with(checker -> checker").append(settings).append(')');
        }
        return source.append(".assertNotAllowed();\n    }\n").toString();
    }

    private List<List<String>> parts() {
        List<List<String>> parts = new ArrayList<>();
        for (int from = 0; from < execution().size(); from += LINES_A_TEXT) {
            parts.add(execution().subList(from, Math.min(execution().size(), from + LINES_A_TEXT)));
        }
        return parts;
    }

    /** Text that may stand in a comment. */
    private static String harmless(String line) {
        return line.replace("*/", "* /").replace("\\u", "\\ u");
    }

    private static String escaped(String line) {
        return line.replace("\\", "\\\\").replace("\"\"\"", "\\\"\"\"");
    }
}
