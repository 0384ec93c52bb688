package dev.baton.bench.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** The little of JSON that result files need: reads a text into maps, lists, strings, doubles, booleans and null. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /**
     * Reads one value.
     *
     * @throws IllegalArgumentException if the text is not JSON; the message says where
     */
    static @Nullable Object read(String text) {
        Json reader = new Json(text);
        Object value = reader.value();
        reader.skipSpace();
        if (reader.at < text.length()) {
            throw reader.unexpected();
        }
        return value;
    }

    /** A string as JSON writes it. */
    static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int index = 0; index < text.length(); index++) {
            char character = text.charAt(index);
            switch (character) {
                case '"', '\\' -> quoted.append('\\').append(character);
                case '\n' -> quoted.append("\\n");
                default -> {
                    if (character < ' ') {
                        quoted.append(String.format("\\u%04x", (int) character));
                    } else {
                        quoted.append(character);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }

    private @Nullable Object value() {
        skipSpace();
        if (at >= text.length()) {
            throw unexpected();
        }
        return switch (text.charAt(at)) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, @Nullable Object> object() {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        at++;
        if (skips('}')) {
            return members;
        }
        do {
            skipSpace();
            String name = string();
            if (!skips(':')) {
                throw unexpected();
            }
            members.put(name, value());
        } while (skips(','));
        if (!skips('}')) {
            throw unexpected();
        }
        return members;
    }

    private List<@Nullable Object> array() {
        List<@Nullable Object> elements = new ArrayList<>();
        at++;
        if (skips(']')) {
            return elements;
        }
        do {
            elements.add(value());
        } while (skips(','));
        if (!skips(']')) {
            throw unexpected();
        }
        return elements;
    }

    private String string() {
        if (at >= text.length() || text.charAt(at) != '"') {
            throw unexpected();
        }
        StringBuilder content = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char character = text.charAt(at);
            if (character == '"') {
                at++;
                return content.toString();
            }
            content.append(character == '\\' ? escape() : character);
        }
        throw unexpected();
    }

    private char escape() {
        at++;
        if (at >= text.length()) {
            throw unexpected();
        }
        char escaped = text.charAt(at);
        return switch (escaped) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> {
                if (at + 4 >= text.length()) {
                    throw unexpected();
                }
                at += 4;
                yield (char) Integer.parseInt(text.substring(at - 3, at + 1), 16);
            }
            default -> escaped;
        };
    }

    private Double number() {
        int start = at;
        while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        try {
            return Double.valueOf(text.substring(start, at));
        } catch (NumberFormatException notANumber) {
            at = start;
            throw unexpected();
        }
    }

    private @Nullable Object word(String word, @Nullable Object value) {
        if (!text.startsWith(word, at)) {
            throw unexpected();
        }
        at += word.length();
        return value;
    }

    private boolean skips(char expected) {
        skipSpace();
        if (at < text.length() && text.charAt(at) == expected) {
            at++;
            return true;
        }
        return false;
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private IllegalArgumentException unexpected() {
        return new IllegalArgumentException(at >= text.length()
                ? "it ends too early"
                : "unexpected '" + text.charAt(at) + "' at character " + (at + 1));
    }
}
