package dev.baton.check.relax;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A source file on its way to other modes. */
final class SourceFile {
    private final List<String> before;
    private final List<@Nullable String> after;

    SourceFile(String text) {
        String[] lines = text.split("\n", -1);
        // A file that ends with a newline has no line after it.
        int count = lines.length > 0 && lines[lines.length - 1].isEmpty() ? lines.length - 1 : lines.length;
        this.before = List.of(lines).subList(0, count);
        this.after = new ArrayList<>(Arrays.asList(lines).subList(0, count));
    }

    List<String> before() {
        return before;
    }

    /** Its lines with what was written. */
    List<String> after() {
        return after.stream().filter(Objects::nonNull).map(Objects::requireNonNull).toList();
    }

    /** Writes another mode at a site. Returns an empty text, or why it could not, and what it would take. */
    String rewrite(AccessSite site, Mode mode) {
        if (site.via() == AccessSite.Via.VOLATILE_FIELD) {
            return "an access to a volatile field has no weaker form; it needs a VarHandle of `" + site.method()
                    + "` and `" + SourceForms.advice(site, mode) + "`";
        }
        int at = site.line() - 1;
        String line = at < after.size() ? after.get(at) : null;
        if (line == null) {
            return "the source has no such line";
        }
        if (site.via() == AccessSite.Via.FENCE) {
            return fence(at, line, site, mode);
        }
        return call(at, line, site, mode);
    }

    private String fence(int at, String line, AccessSite site, Mode mode) {
        Matcher statement = Pattern
                .compile("^\\s*(?:VarHandle\\s*\\.\\s*)?" + site.method() + "\\s*\\(\\s*\\)\\s*;\\s*$")
                .matcher(line);
        if (mode == Mode.REMOVED) {
            if (!statement.matches() || isOnlyStatement(at)) {
                return "the fence is not a line of its own; take it out";
            }
            after.set(at, null);
            return "";
        }
        return replaceName(at, line, site, Pattern.compile("\\b" + site.method() + "(?=\\s*\\()"),
                SourceForms.fence(mode));
    }

    /** The statement of an if or a loop without braces must not vanish: the next one would take its place. */
    private boolean isOnlyStatement(int at) {
        for (int i = at - 1; i >= 0; i--) {
            String above = before.get(i).strip();
            if (!above.isEmpty() && !above.startsWith("//")) {
                return !(above.endsWith("{") || above.endsWith(";") || above.endsWith("}") || above.endsWith("*/")
                        || above.endsWith(":") || above.endsWith("->"));
            }
        }
        return false;
    }

    private String call(int at, String line, AccessSite site, Mode mode) {
        boolean atomic = site.via() == AccessSite.Via.ATOMIC;
        String name = atomic ? SourceForms.atomic(site, mode) : SourceForms.varHandle(site, mode);
        String receiver = atomic ? "" : site.operation().substring(0, site.operation().lastIndexOf('.'));
        String before = atomic || receiver.equals("VarHandle") ? "\\b" : "(?<=\\b" + Pattern.quote(receiver) + "\\.)";
        Pattern call = Pattern.compile(before + site.method() + "(?=\\s*\\()");
        if (name.isEmpty()) {
            if (!atomic && site.form() == AccessSite.Form.COMPARE_AND_SET) {
                return compareAndSet(at, line, site, mode, receiver);
            }
            return "`" + site.operation() + "` has no " + mode.word() + " form" + (atomic
                    ? "; it needs a VarHandle and `" + SourceForms.advice(site, mode) + "`"
                    : "");
        }
        return replaceName(at, line, site, call, name);
    }

    private String replaceName(int at, String line, AccessSite site, Pattern call, String name) {
        Matcher matcher = call.matcher(line);
        long found = matcher.results().count();
        if (found == 0) {
            return "`" + site.operation() + "` is not found on its line";
        }
        if (found > 1 && !isNamed(site)) {
            return "several calls of `" + site.method() + "` stand on its line";
        }
        after.set(at, matcher.replaceAll(Matcher.quoteReplacement(name)));
        return "";
    }

    /** The source names the variable, so that each call with that name on its line is the site. */
    private static boolean isNamed(AccessSite site) {
        return site.via() == AccessSite.Via.FENCE
                || site.via() == AccessSite.Via.VAR_HANDLE && !site.operation().startsWith("VarHandle.");
    }

    /** Java has no strong compare-and-set that only acquires or releases, but an exchange tells the same. */
    private String compareAndSet(int at, String line, AccessSite site, Mode mode, String receiver) {
        String exchange = "compareAndExchange" + SourceForms.suffix(mode);
        String advice = "write it as `" + exchange + "(..) == expected`";
        Matcher matcher = Pattern.compile("[\\w.]*\\b" + Pattern.quote(receiver) + "\\.compareAndSet\\s*\\(")
                .matcher(line);
        if (!matcher.find()) {
            return advice;
        }
        List<String> arguments = SourceForms.arguments(line, matcher.end());
        if (arguments.size() < 2) {
            return advice;
        }
        String expected = arguments.get(arguments.size() - 2).strip();
        if (!expected.matches("[\\w.]+(?:\\[\\w+])?") || matcher.find(matcher.end())) {
            return advice;
        }
        matcher.find(0);
        int close = matcher.end() + String.join(",", arguments).length() + 1;
        String handle = matcher.group().substring(0, matcher.group().lastIndexOf('.'));
        String cast = SourceForms.typeName(site.type());
        after.set(at, line.substring(0, matcher.start()) + "((" + cast + ") " + handle + "." + exchange + "("
                + String.join(",", arguments) + ") == " + expected + ")" + line.substring(close));
        return "";
    }
}
