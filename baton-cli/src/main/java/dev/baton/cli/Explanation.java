package dev.baton.cli;

import dev.baton.check.program.Forecast;
import java.io.PrintWriter;
import java.util.List;

/** {@code baton check --explain}: what of some classes will be refused, before anything runs. */
final class Explanation {
    private Explanation() {}

    /** Explains the classes that were named, and those with checks in what was named. */
    static int of(CheckTargets targets, PrintWriter out) {
        for (Class<?> type : targets.classes()) {
            explain(Forecast.of(targets.loader(), type.getName()), type.getName(), out);
        }
        out.println(
                "Not seen before the run: an object of the JDK, other than a collection or a synchronizer, that threads share;");
        out.println("and what is called by reflection.");
        out.flush();
        return ExitCode.OK;
    }

    private static void explain(Forecast forecast, String name, PrintWriter out) {
        List<Forecast.Refusal> refusals = forecast.refusals();
        out.println(name + ": " + Sentences.count(forecast.methods(), "method", "methods") + " in "
                + Sentences.count(forecast.classes(), "class", "classes") + " followed, "
                + (refusals.isEmpty()
                        ? "nothing in them is refused"
                        : Sentences.count(refusals.size(), "call", "calls")
                                + " will be refused if a thread comes there"));
        for (Forecast.Refusal each : refusals) {
            out.println("  " + each.where() + ": " + each.call() + ", " + each.why());
            if (!each.own().isEmpty()) {
                out.println("      your line: " + each.own());
            }
            out.println("      way out: " + each.wayOut());
        }
    }
}
