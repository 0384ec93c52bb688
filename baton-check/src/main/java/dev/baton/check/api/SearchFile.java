package dev.baton.check.api;

import dev.baton.check.explore.Bound;
import dev.baton.check.explore.Prefix;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Searches as text, by the names of their checks. Lines of a word and what it stands for; a search ends with a line that
 * counts its lines, so that a file that was cut off is not taken for a whole one. {@code docs/searching.md} describes the
 * format, version {@value #VERSION}.
 */
public final class SearchFile {
    /** The version of the format that is written, and the only one that is read. */
    public static final int VERSION = 1;

    private static final String MAGIC = "baton-search ";

    /** What is wrong with a text that is no such file, in a sentence. */
    public static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1L;

        Unreadable(String sentence) {
            super(sentence);
        }
    }

    private SearchFile() {}

    /**
     * Writes searches down.
     *
     * @param searches by {@linkplain #key name and model}
     * @return the text
     */
    public static String text(Map<String, SavedSearch> searches) {
        StringBuilder text = new StringBuilder(MAGIC).append(VERSION).append('\n');
        searches.forEach((key, search) -> {
            List<String> lines = lines(key.substring(0, key.length() - search.model().length() - 1), search);
            lines.forEach(line -> text.append(line).append('\n'));
            text.append("end ").append(lines.size()).append('\n');
        });
        return text.toString();
    }

    /**
     * What a search is known by.
     *
     * @param name  of the check
     * @param model the memory model
     * @return both
     */
    public static String key(String name, String model) {
        return name + " " + model;
    }

    private static List<String> lines(String name, SavedSearch search) {
        List<String> lines = new ArrayList<>();
        lines.add("check " + escaped(name));
        lines.add("model " + search.model());
        lines.add("settings " + escaped(search.settings()));
        search.code().forEach((type, hash) -> lines.add("class " + hash + " " + type));
        lines.add("complete " + search.complete());
        lines.add("blocked " + search.blocked());
        lines.add("nanos " + search.elapsed().toNanos());
        switch (search.cutOff()) {
            case Bound.Loop(int thread, String where) -> lines.add("loop " + thread + " " + escaped(where));
            case Bound.Events(int thread, int limit, String where) ->
                lines.add("events " + thread + " " + limit + " " + escaped(where));
            case null, default -> {
            }
        }
        search.outcomes().forEach((outcome, count) -> lines.add("outcome " + count + " " + escaped(outcome)));
        search.races().forEach(race -> lines.add("race " + escaped(race)));
        addPrefixes("lesson ", search.lessons(), lines);
        addPrefixes("left ", search.left(), lines);
        return lines;
    }

    /** Each with the number of decisions that it shares with the one before, its events, and its other decisions. */
    private static void addPrefixes(String word, List<Prefix> prefixes, List<String> lines) {
        Prefix before = Prefix.ROOT;
        for (Prefix prefix : prefixes) {
            int shared = prefix.shared(before);
            StringBuilder line = new StringBuilder(word).append(shared).append(' ').append(prefix.size());
            for (int i = shared; i < prefix.length(); i++) {
                line.append(' ').append(prefix.decision(i));
            }
            lines.add(line.toString());
            before = prefix;
        }
    }

    /**
     * Reads searches.
     *
     * @param text what {@link #text} wrote
     * @return the searches by name and model
     * @throws Unreadable if it is something else
     */
    public static Map<String, SavedSearch> read(String text) throws Unreadable {
        List<String> lines = text.lines().toList();
        String first = lines.isEmpty() ? "" : lines.getFirst();
        if (!first.startsWith(MAGIC)) {
            throw new Unreadable("is no file of a search: it does not begin with 'baton-search'");
        }
        if (!first.equals(MAGIC + VERSION)) {
            throw new Unreadable("has version " + first.substring(MAGIC.length()) + " of the format; this Baton reads "
                    + VERSION);
        }
        Map<String, SavedSearch> searches = new LinkedHashMap<>();
        Reading reading = new Reading();
        for (String line : lines.subList(1, lines.size())) {
            try {
                if (reading.ends(line)) {
                    searches.put(key(reading.name, reading.model), reading.search());
                    reading = new Reading();
                }
            } catch (IllegalArgumentException | IndexOutOfBoundsException wrong) {
                throw new Unreadable("has a line that cannot be read: " + line);
            }
        }
        if (reading.count > 0) {
            throw new Unreadable("is cut off: the last search has no end");
        }
        return searches;
    }

    /** One search while its lines are read. */
    private static final class Reading {
        private String name = "";
        private String model = "";
        private String settings = "";
        private final SortedMap<String, String> code = new TreeMap<>();
        private final SortedMap<String, Long> outcomes = new TreeMap<>();
        private final List<String> races = new ArrayList<>();
        private final List<Prefix> lessons = new ArrayList<>();
        private final List<Prefix> left = new ArrayList<>();
        private long complete;
        private long blocked;
        private long nanos;
        private @Nullable Bound cutOff;
        private int count;

        /** Takes a line; whether it was the last. */
        boolean ends(String line) {
            String[] words = line.split(" ", 2);
            String rest = words.length > 1 ? words[1] : "";
            switch (words[0]) {
                case "check" -> name = plain(rest);
                case "model" -> model = rest;
                case "settings" -> settings = plain(rest);
                case "class" -> code.put(rest.split(" ", 2)[1], rest.split(" ", 2)[0]);
                case "complete" -> complete = Long.parseLong(rest);
                case "blocked" -> blocked = Long.parseLong(rest);
                case "nanos" -> nanos = Long.parseLong(rest);
                case "loop" -> cutOff = new Bound.Loop(Integer.parseInt(rest.split(" ", 2)[0]),
                        plain(rest.split(" ", 2)[1]));
                case "events" -> {
                    String[] parts = rest.split(" ", 3);
                    cutOff = new Bound.Events(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), plain(parts[2]));
                }
                case "outcome" -> outcomes.put(plain(rest.split(" ", 2)[1]), Long.parseLong(rest.split(" ", 2)[0]));
                case "race" -> races.add(plain(rest));
                case "lesson" -> lessons.add(prefix(rest, lessons));
                case "left" -> left.add(prefix(rest, left));
                case "end" -> {
                    if (Integer.parseInt(rest) != count) {
                        throw new IllegalArgumentException("lines are missing");
                    }
                    return true;
                }
                default -> throw new IllegalArgumentException(line);
            }
            count++;
            return false;
        }

        private static Prefix prefix(String rest, List<Prefix> before) {
            String[] numbers = rest.split(" ", -1);
            int shared = Integer.parseInt(numbers[0]);
            int[] decisions = new int[shared + numbers.length - 2];
            for (int i = 0; i < decisions.length; i++) {
                decisions[i] = i < shared ? before.getLast().decision(i) : Integer.parseInt(numbers[i - shared + 2]);
            }
            return new Prefix(decisions, Integer.parseInt(numbers[1]));
        }

        SavedSearch search() {
            return new SavedSearch(model, settings, code, complete, blocked, outcomes, races,
                    Duration.ofNanos(nanos), cutOff, lessons, left);
        }
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    }

    private static String plain(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                char next = text.charAt(++i);
                plain.append(next == 'n' ? '\n' : next == 'r' ? '\r' : next);
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }
}
