package dev.baton.report;

import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes maps, iterables, numbers, booleans, strings and null as JSON, with two spaces a level. */
public final class Json {
    private final StringBuilder text = new StringBuilder();

    private Json() {}

    /**
     * The text of {@code value}; maps keep their order.
     *
     * @param value a map, a list, a string, a number, a boolean or null
     * @return the JSON
     */
    public static String of(@Nullable Object value) {
        Json json = new Json();
        json.write(value, "\n");
        return json.text.toString();
    }

    /** The same in a form that can stand inside a {@code script} element: no character of it can end one or begin a tag. */
    static String inPage(@Nullable Object value) {
        return of(value).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
    }

    private void write(@Nullable Object value, String indent) {
        if (value instanceof Map<?, ?> map) {
            writeMap(map, indent);
        } else if (value instanceof Iterable<?> elements) {
            writeArray(elements, indent);
        } else if (value == null || (value instanceof Double number && !Double.isFinite(number))) {
            text.append("null");
        } else if (value instanceof Number || value instanceof Boolean) {
            text.append(value);
        } else {
            writeString(value.toString());
        }
    }

    private void writeMap(Map<?, ?> map, String indent) {
        String inner = indent + "  ";
        String separator = "{";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            text.append(separator).append(inner);
            writeString(String.valueOf(entry.getKey()));
            text.append(": ");
            write(entry.getValue(), inner);
            separator = ",";
        }
        text.append(map.isEmpty() ? "{}" : indent + "}");
    }

    private void writeArray(Iterable<?> elements, String indent) {
        String inner = indent + "  ";
        String separator = "[";
        Iterator<?> iterator = elements.iterator();
        boolean empty = !iterator.hasNext();
        while (iterator.hasNext()) {
            text.append(separator).append(inner);
            write(iterator.next(), inner);
            separator = ",";
        }
        text.append(empty ? "[]" : indent + "]");
    }

    private void writeString(String string) {
        text.append('"');
        for (int index = 0; index < string.length(); index++) {
            char character = string.charAt(index);
            switch (character) {
                case '"', '\\' -> text.append('\\').append(character);
                case '\n' -> text.append("\\n");
                default -> {
                    if (character < 0x20 || character == 0x7f || character == 0x2028 || character == 0x2029
                            || Character.isSurrogate(character)) {
                        text.append("\\u%04x".formatted((int) character));
                    } else {
                        text.append(character);
                    }
                }
            }
        }
        text.append('"');
    }
}
