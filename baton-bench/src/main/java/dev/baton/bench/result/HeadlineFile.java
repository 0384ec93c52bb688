package dev.baton.bench.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * The JSON file of headlines: an array with one object a case,
 * {@code {"suite","case","baton","peer","peerName","ratio","error"}}. Times are nanoseconds an operation; a ratio above
 * 1 means that Baton is faster; a contender that failed has null.
 */
public final class HeadlineFile {
    private HeadlineFile() {}

    /** The text of the file. */
    public static String write(List<Headline> headlines) {
        return headlines.stream().map(HeadlineFile::object).collect(Collectors.joining(",\n", "[\n", "\n]\n"));
    }

    private static String object(Headline one) {
        Ratio ratio = one.ratio();
        return "{\"suite\": " + Json.quote(one.suite()) + ", \"case\": " + Json.quote(one.caseName()) + ", \"baton\": "
                + number(one.baton()) + ", \"peer\": " + number(one.peer()) + ", \"peerName\": "
                + Json.quote(one.peerName()) + ", \"ratio\": " + number(ratio == null ? null : ratio.value())
                + ", \"error\": " + number(ratio == null ? null : ratio.error()) + "}";
    }

    private static String number(@Nullable Double value) {
        return value == null ? "null" : String.format(Locale.ROOT, "%.4f", value);
    }

    /**
     * Reads such a file.
     *
     * @throws IllegalArgumentException if the text is something else; the message says what is wrong
     */
    public static List<Headline> read(String text) {
        if (!(Json.read(text) instanceof List<?> cases)) {
            throw new IllegalArgumentException("it is not an array of cases");
        }
        List<Headline> headlines = new ArrayList<>();
        for (Object one : cases) {
            if (!(one instanceof Map<?, ?> members) || !(members.get("suite") instanceof String suite)
                    || !(members.get("case") instanceof String caseName)
                    || !(members.get("peerName") instanceof String peerName) || !members.containsKey("ratio")) {
                throw new IllegalArgumentException("case " + (headlines.size() + 1)
                        + " lacks suite, case, peerName or ratio; was it written by 'bench --json'?");
            }
            Double ratio = asNumber(members.get("ratio"));
            Double error = asNumber(members.get("error"));
            headlines.add(new Headline(suite, caseName, asNumber(members.get("baton")), asNumber(members.get("peer")),
                    peerName, ratio == null ? null : new Ratio(ratio, error == null ? 0 : error)));
        }
        return headlines;
    }

    private static @Nullable Double asNumber(@Nullable Object value) {
        return value instanceof Double number ? number : null;
    }
}
