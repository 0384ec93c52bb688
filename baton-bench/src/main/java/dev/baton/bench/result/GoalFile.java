package dev.baton.bench.result;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The JSON file of goals: an array with one object a goal, {@code {"suite","goal","verdict","detail"}}, whose verdict
 * is {@code reached}, {@code missed} or {@code undecided}.
 */
public final class GoalFile {
    private GoalFile() {}

    /** The text of the file. */
    public static String write(List<Verdict> verdicts) {
        return verdicts.stream().map(GoalFile::object).collect(Collectors.joining(",\n", "[\n", "\n]\n"));
    }

    private static String object(Verdict one) {
        return "{\"suite\": " + Json.quote(one.suite()) + ", \"goal\": " + Json.quote(one.goal()) + ", \"verdict\": "
                + Json.quote(one.outcome().text()) + ", \"detail\": " + Json.quote(one.detail()) + "}";
    }
}
