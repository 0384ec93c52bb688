package dev.baton.bench.result;

import com.google.gson.FormattingStyle;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.google.gson.Strictness;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Result files as JSON: one case a line, so that two of them can be compared by eye. */
final class Json {
    private static final Gson GSON = new GsonBuilder().setStrictness(Strictness.STRICT).disableHtmlEscaping()
            .serializeNulls()
            .setFormattingStyle(FormattingStyle.COMPACT.withSpaceAfterSeparators(true)).create();

    private Json() {}

    /** An array with one value a line, each a map of strings, numbers and nulls. */
    static String lines(List<? extends Map<String, ? extends @Nullable Object>> values) {
        return values.stream().map(GSON::toJson).collect(Collectors.joining(",\n", "[\n", "\n]\n"));
    }

    /**
     * Reads a text into maps, lists, strings, doubles, booleans and null.
     *
     * @throws IllegalArgumentException if the text is not JSON; the message says where
     */
    static @Nullable Object read(String text) {
        try {
            return GSON.fromJson(text, Object.class);
        } catch (JsonParseException wrong) {
            Throwable cause = wrong.getCause();
            throw new IllegalArgumentException(String.valueOf((cause == null ? wrong : cause).getMessage())
                    .lines().findFirst().orElse("it is empty"), wrong);
        }
    }
}
