package dev.baton.bench.result;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The JSON file of goals: an array with one object a goal, {@code {"suite","goal","verdict","detail"}}, whose verdict
 * is {@code reached}, {@code missed} or {@code undecided}.
 */
public final class GoalFile {
    private GoalFile() {}

    /** The text of the file. */
    public static String write(List<Verdict> verdicts) {
        return Json.lines(verdicts.stream().map(GoalFile::members).toList());
    }

    private static Map<String, String> members(Verdict one) {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("suite", one.suite());
        members.put("goal", one.goal());
        members.put("verdict", one.outcome().text());
        members.put("detail", one.detail());
        return members;
    }
}
