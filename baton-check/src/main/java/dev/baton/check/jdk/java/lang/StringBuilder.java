package dev.baton.check.jdk.java.lang;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A builder of text that one thread uses, or that its users guard. */
@SuppressWarnings("AvoidCommonTypeNames") // it stands in for that class
public final class StringBuilder extends AbstractStringBuilder
        implements
            Appendable,
            CharSequence,
            Comparable<StringBuilder>,
            java.io.Serializable {
    private static final long serialVersionUID = 1;
    private static final int ROOM = 16;

    public StringBuilder() {
        super(ROOM);
    }

    public StringBuilder(int capacity) {
        super(capacity);
    }

    public StringBuilder(String text) {
        super(text.length() + ROOM);
        add(text);
    }

    public StringBuilder(CharSequence text) {
        super(text.length() + ROOM);
        add(text);
    }

    // ---- append

    public StringBuilder append(@Nullable Object value) {
        add(String.valueOf(value));
        return this;
    }

    public StringBuilder append(@Nullable String text) {
        add(text);
        return this;
    }

    public StringBuilder append(@Nullable StringBuffer text) {
        add(text);
        return this;
    }

    @Override
    public StringBuilder append(@Nullable CharSequence text) {
        add(text);
        return this;
    }

    @Override
    public StringBuilder append(@Nullable CharSequence text, int start, int end) {
        add(String.valueOf(text).subSequence(start, end));
        return this;
    }

    public StringBuilder append(char[] text) {
        add(text);
        return this;
    }

    public StringBuilder append(char[] text, int offset, int length) {
        add(text, offset, length);
        return this;
    }

    @Override
    public StringBuilder append(char character) {
        add(character);
        return this;
    }

    public StringBuilder append(boolean value) {
        add(String.valueOf(value));
        return this;
    }

    public StringBuilder append(int value) {
        add(String.valueOf(value));
        return this;
    }

    public StringBuilder append(long value) {
        add(String.valueOf(value));
        return this;
    }

    public StringBuilder append(float value) {
        add(String.valueOf(value));
        return this;
    }

    public StringBuilder append(double value) {
        add(String.valueOf(value));
        return this;
    }

    public StringBuilder appendCodePoint(int codePoint) {
        add(Character.toChars(codePoint));
        return this;
    }

    public StringBuilder repeat(int codePoint, int times) {
        add(Character.toString(codePoint).repeat(times));
        return this;
    }

    public StringBuilder repeat(@Nullable CharSequence text, int times) {
        add(String.valueOf(text).repeat(times));
        return this;
    }

    // ---- insert, delete

    public StringBuilder insert(int at, @Nullable Object value) {
        put(at, String.valueOf(value));
        return this;
    }

    public StringBuilder insert(int at, @Nullable String text) {
        put(at, text);
        return this;
    }

    public StringBuilder insert(int at, @Nullable CharSequence text) {
        put(at, text);
        return this;
    }

    public StringBuilder insert(int at, @Nullable CharSequence text, int start, int end) {
        put(at, String.valueOf(text).subSequence(start, end));
        return this;
    }

    public StringBuilder insert(int at, char[] text) {
        put(at, String.valueOf(text));
        return this;
    }

    public StringBuilder insert(int at, char[] text, int offset, int length) {
        put(at, String.valueOf(text, offset, length));
        return this;
    }

    public StringBuilder insert(int at, boolean value) {
        put(at, String.valueOf(value));
        return this;
    }

    public StringBuilder insert(int at, char value) {
        put(at, String.valueOf(value));
        return this;
    }

    public StringBuilder insert(int at, int value) {
        put(at, String.valueOf(value));
        return this;
    }

    public StringBuilder insert(int at, long value) {
        put(at, String.valueOf(value));
        return this;
    }

    public StringBuilder insert(int at, float value) {
        put(at, String.valueOf(value));
        return this;
    }

    public StringBuilder insert(int at, double value) {
        put(at, String.valueOf(value));
        return this;
    }

    public StringBuilder delete(int start, int end) {
        remove(start, end);
        return this;
    }

    public StringBuilder deleteCharAt(int index) {
        removeAt(index);
        return this;
    }

    public StringBuilder replace(int start, int end, String text) {
        exchange(start, end, text);
        return this;
    }

    public StringBuilder reverse() {
        turnRound();
        return this;
    }

    // ---- the rest

    @Override
    public String toString() {
        return text();
    }

    @Override
    public int compareTo(StringBuilder other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public int length() {
        return super.length();
    }

    @Override
    public char charAt(int index) {
        return super.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return super.subSequence(start, end);
    }

    @Override
    public IntStream chars() {
        return super.chars();
    }

    @Override
    public IntStream codePoints() {
        return super.codePoints();
    }
}
