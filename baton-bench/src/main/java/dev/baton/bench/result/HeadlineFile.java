package dev.baton.bench.result;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
        return Json.lines(headlines.stream().map(HeadlineFile::members).toList());
    }

    private static Map<String, @Nullable Object> members(Headline one) {
        Ratio ratio = one.ratio();
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("suite", one.suite());
        members.put("case", one.caseName());
        members.put("baton", number(one.baton()));
        members.put("peer", number(one.peer()));
        members.put("peerName", one.peerName());
        members.put("ratio", number(ratio == null ? null : ratio.value()));
        members.put("error", number(ratio == null ? null : ratio.error()));
        return members;
    }

    private static @Nullable BigDecimal number(@Nullable Double value) {
        return value == null ? null : BigDecimal.valueOf(value).setScale(4, RoundingMode.HALF_UP);
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
