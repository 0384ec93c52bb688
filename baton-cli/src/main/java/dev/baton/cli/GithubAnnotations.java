package dev.baton.cli;

import java.util.List;

/** What is wrong, as the lines by which a GitHub workflow marks a line of code. */
final class GithubAnnotations {
    private GithubAnnotations() {}

    static List<String> of(List<Reported> all) {
        return all.stream().filter(each -> !each.finding().isAsExpected()).map(GithubAnnotations::line).toList();
    }

    private static String line(Reported reported) {
        String level = reported.finding().exitCode() == ExitCode.NOT_EXHAUSTED ? "warning" : "error";
        String place = reported.location()
                .map(where -> "file=" + property(where.file()) + ",line=" + where.line() + ",").orElse("");
        return "::" + level + " " + place + "title=" + property(reported.finding().name().brief()) + "::"
                + data(reported.message() + "\n" + reported.text());
    }

    private static String data(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }

    private static String property(String text) {
        return data(text).replace(":", "%3A").replace(",", "%2C");
    }
}
