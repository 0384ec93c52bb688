package dev.baton.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Maps, iterables, numbers, booleans, strings and null as JSON. */
public final class Json {
    private static final Gson GSON = new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().serializeNulls()
            .create();
    /** Half a character of two has no form as UTF-8; the delete character is invisible. */
    private static final Pattern UNFIT = Pattern.compile("[\\p{Cs}\\x7f]");

    private Json() {}

    /**
     * The text of {@code value}; maps keep their order.
     *
     * @param value a map, a list, a string, a number, a boolean or null
     * @return the JSON
     */
    public static String of(@Nullable Object value) {
        return UNFIT.matcher(GSON.toJson(element(value)))
                .replaceAll(match -> "\\\\u%04x".formatted((int) match.group().charAt(0)));
    }

    /** The same in a form that can stand inside a {@code script} element: no character of it can end one or begin a tag. */
    static String inPage(@Nullable Object value) {
        return of(value).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
    }

    private static JsonElement element(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                JsonObject object = new JsonObject();
                map.forEach((name, each) -> object.add(String.valueOf(name), element(each)));
                yield object;
            }
            case Iterable<?> elements -> {
                JsonArray array = new JsonArray();
                elements.forEach(each -> array.add(element(each)));
                yield array;
            }
            case Double number when !Double.isFinite(number) -> JsonNull.INSTANCE;
            case Number number -> new JsonPrimitive(number);
            case Boolean truth -> new JsonPrimitive(truth);
            case null -> JsonNull.INSTANCE;
            default -> new JsonPrimitive(value.toString());
        };
    }
}
