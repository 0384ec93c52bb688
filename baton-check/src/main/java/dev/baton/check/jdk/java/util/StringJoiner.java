package dev.baton.check.jdk.java.util;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Text that is joined of parts. Its state is that of the JDK's class, read and written in the same order; the JDK's own code puts
 * the parts together by the inside of {@code String}.
 */
@SuppressWarnings({"AvoidCommonTypeNames", "JavaLangClash"}) // it stands in for it
public final class StringJoiner {
    private final String prefix;
    private final String delimiter;
    private final String suffix;
    private String @Nullable [] parts;
    private int size;
    private int length;
    private @Nullable String emptyValue;

    public StringJoiner(CharSequence delimiter) {
        this(delimiter, "", "");
    }

    public StringJoiner(CharSequence delimiter, CharSequence prefix, CharSequence suffix) {
        this.prefix = prefix.toString();
        this.delimiter = delimiter.toString();
        this.suffix = suffix.toString();
        this.length = this.prefix.length() + this.suffix.length();
    }

    public StringJoiner setEmptyValue(CharSequence text) {
        emptyValue = Objects.requireNonNull(text, "The empty value must not be null").toString();
        return this;
    }

    public StringJoiner add(@Nullable CharSequence next) {
        append(String.valueOf(next));
        return this;
    }

    private void append(String part) {
        if (parts == null) {
            parts = new String[8];
        } else {
            if (size == parts.length) {
                parts = Arrays.copyOf(parts, 2 * size);
            }
            length += delimiter.length();
        }
        length += part.length();
        parts[size++] = part;
    }

    public StringJoiner merge(StringJoiner other) {
        if (other.size == 0) {
            return this;
        }
        append(other.joined());
        return this;
    }

    private String joined() {
        StringBuilder text = new StringBuilder();
        String[] all = parts;
        for (int i = 0; i < size; i++) {
            text.append(i == 0 ? "" : delimiter).append(Objects.requireNonNull(all)[i]);
        }
        return text.toString();
    }

    public int length() {
        return size == 0 && emptyValue != null ? emptyValue.length() : length;
    }

    @Override
    public String toString() {
        return size == 0 && emptyValue != null ? emptyValue : prefix + joined() + suffix;
    }
}
