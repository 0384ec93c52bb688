package dev.baton.cli;

import dev.baton.check.explain.Counterexample;
import dev.baton.check.explain.CounterexampleText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Help.Ansi;

/**
 * The findings as lines for people, as they come. Those of a group share one line, which comes when the group ends; only
 * what is wrong or open in it has a line of its own.
 */
final class CheckConsole {
    private static final String RED = "31";
    private static final String YELLOW = "33";
    private static final String GREEN = "32";
    private static final int WIDTH = 56;

    private final PrintWriter out;
    private final boolean colours;
    private final boolean allSteps;
    private final List<Finding> open = new ArrayList<>();
    private String group = "";

    CheckConsole(PrintWriter out, Ansi ansi, boolean allSteps) {
        this.out = out;
        this.colours = ansi.enabled();
        this.allSteps = allSteps;
    }

    /** Shows a finding, and the counterexamples to tell of it. */
    void show(String itsGroup, Finding finding, String name, List<Counterexample> counterexamples) {
        boolean sameLine = itsGroup.equals(group)
                && (open.isEmpty() || open.getFirst().model().equals(finding.model()));
        if (!sameLine) {
            endGroup();
        }
        group = itsGroup;
        boolean fine = finding.isAsExpected();
        if (!group.isEmpty()) {
            open.add(finding);
        }
        if (group.isEmpty() || !fine) {
            line(colour(finding), finding.line(name, WIDTH));
            finding.details().forEach(detail -> out.println("  " + detail));
        }
        for (Counterexample each : counterexamples) {
            out.println();
            (allSteps ? CounterexampleText.inFull(each) : CounterexampleText.of(each))
                    .forEach(text -> out.println("  " + text));
        }
        if (finding.violationsLeftOut() > 0) {
            out.println();
            out.println("  " + CounterexampleText.leftOut(finding.violationsLeftOut()));
        }
        if (!counterexamples.isEmpty()) {
            out.println();
        }
        out.flush();
    }

    private static String colour(Finding finding) {
        return switch (finding.exitCode()) {
            case ExitCode.OK -> GREEN;
            case ExitCode.VIOLATION, ExitCode.INTERNAL -> RED;
            default -> YELLOW;
        };
    }

    /** Shows a place that no check comes from. */
    void show(CheckTargets.Unread unread) {
        line(YELLOW, String.format(Locale.ROOT, "%-" + WIDTH + "s  NOT CHECKED: %s", unread.place(), unread.reason()));
        out.flush();
    }

    /** Shows the line of the group that is open, if there is one. */
    void endGroup() {
        if (!open.isEmpty()) {
            long fine = open.stream().filter(Finding::isAsExpected).count();
            boolean wrong = open.stream().map(CheckConsole::colour).anyMatch(RED::equals);
            line(wrong ? RED : fine < open.size() ? YELLOW : GREEN,
                    String.format(Locale.ROOT, "%-" + WIDTH + "s  %-5s %,12d executions %8.2f s  %s", group,
                            open.getFirst().model(), open.stream().mapToLong(Finding::executions).sum(),
                            open.stream().mapToDouble(Finding::seconds).sum(),
                            fine < open.size()
                                    ? fine + " of " + open.size() + " verified"
                                    : open.size() + " verified"));
            out.flush();
        }
        open.clear();
    }

    private void line(String colour, String text) {
        out.println(colours ? "\u001b[" + colour + "m" + text + "\u001b[0m" : text);
    }
}
