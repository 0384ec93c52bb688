package dev.baton.check.jdk.java.lang;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A builder of text that guards itself: each call is a section of its monitor. */
@SuppressWarnings("AvoidCommonTypeNames") // it stands in for that class
public final class StringBuffer extends AbstractStringBuilder
        implements
            Appendable,
            CharSequence,
            Comparable<StringBuffer>,
            java.io.Serializable {
    private static final long serialVersionUID = 1;
    private static final int ROOM = 16;

    public StringBuffer() {
        super(ROOM);
    }

    public StringBuffer(int capacity) {
        super(capacity);
    }

    public StringBuffer(String text) {
        super(text.length() + ROOM);
        add(text);
    }

    public StringBuffer(CharSequence text) {
        super(text.length() + ROOM);
        add(text);
    }

    // ---- append

    public synchronized StringBuffer append(@Nullable Object value) {
        add(String.valueOf(value));
        return this;
    }

    public synchronized StringBuffer append(@Nullable String text) {
        add(text);
        return this;
    }

    public synchronized StringBuffer append(@Nullable StringBuffer text) {
        add(text);
        return this;
    }

    @Override
    public synchronized StringBuffer append(@Nullable CharSequence text) {
        add(text);
        return this;
    }

    @Override
    public synchronized StringBuffer append(@Nullable CharSequence text, int start, int end) {
        add(String.valueOf(text).subSequence(start, end));
        return this;
    }

    public synchronized StringBuffer append(char[] text) {
        add(text);
        return this;
    }

    public synchronized StringBuffer append(char[] text, int offset, int length) {
        add(text, offset, length);
        return this;
    }

    @Override
    public synchronized StringBuffer append(char character) {
        add(character);
        return this;
    }

    public synchronized StringBuffer append(boolean value) {
        add(String.valueOf(value));
        return this;
    }

    public synchronized StringBuffer append(int value) {
        add(String.valueOf(value));
        return this;
    }

    public synchronized StringBuffer append(long value) {
        add(String.valueOf(value));
        return this;
    }

    public synchronized StringBuffer append(float value) {
        add(String.valueOf(value));
        return this;
    }

    public synchronized StringBuffer append(double value) {
        add(String.valueOf(value));
        return this;
    }

    public synchronized StringBuffer appendCodePoint(int codePoint) {
        add(Character.toChars(codePoint));
        return this;
    }

    public synchronized StringBuffer repeat(int codePoint, int times) {
        add(Character.toString(codePoint).repeat(times));
        return this;
    }

    public synchronized StringBuffer repeat(@Nullable CharSequence text, int times) {
        add(String.valueOf(text).repeat(times));
        return this;
    }

    // ---- insert, delete

    public synchronized StringBuffer insert(int at, @Nullable Object value) {
        put(at, String.valueOf(value));
        return this;
    }

    public synchronized StringBuffer insert(int at, @Nullable String text) {
        put(at, text);
        return this;
    }

    public synchronized StringBuffer insert(int at, @Nullable CharSequence text) {
        put(at, text);
        return this;
    }

    public synchronized StringBuffer insert(int at, @Nullable CharSequence text, int start, int end) {
        put(at, String.valueOf(text).subSequence(start, end));
        return this;
    }

    public synchronized StringBuffer insert(int at, char[] text) {
        put(at, String.valueOf(text));
        return this;
    }

    public synchronized StringBuffer insert(int at, char[] text, int offset, int length) {
        put(at, String.valueOf(text, offset, length));
        return this;
    }

    public synchronized StringBuffer insert(int at, boolean value) {
        put(at, String.valueOf(value));
        return this;
    }

    public synchronized StringBuffer insert(int at, char value) {
        put(at, String.valueOf(value));
        return this;
    }

    public synchronized StringBuffer insert(int at, int value) {
        put(at, String.valueOf(value));
        return this;
    }

    public synchronized StringBuffer insert(int at, long value) {
        put(at, String.valueOf(value));
        return this;
    }

    public synchronized StringBuffer insert(int at, float value) {
        put(at, String.valueOf(value));
        return this;
    }

    public synchronized StringBuffer insert(int at, double value) {
        put(at, String.valueOf(value));
        return this;
    }

    public synchronized StringBuffer delete(int start, int end) {
        remove(start, end);
        return this;
    }

    public synchronized StringBuffer deleteCharAt(int index) {
        removeAt(index);
        return this;
    }

    public synchronized StringBuffer replace(int start, int end, String text) {
        exchange(start, end, text);
        return this;
    }

    public synchronized StringBuffer reverse() {
        turnRound();
        return this;
    }

    // ---- the rest

    @Override
    public synchronized String toString() {
        return text();
    }

    @Override
    public synchronized int compareTo(StringBuffer other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public synchronized int length() {
        return super.length();
    }

    @Override
    public synchronized char charAt(int index) {
        return super.charAt(index);
    }

    @Override
    public synchronized CharSequence subSequence(int start, int end) {
        return super.subSequence(start, end);
    }

    @Override
    public synchronized IntStream chars() {
        return super.chars();
    }

    @Override
    public synchronized IntStream codePoints() {
        return super.codePoints();
    }

    @Override
    public synchronized int capacity() {
        return super.capacity();
    }

    @Override
    public synchronized void ensureCapacity(int least) {
        super.ensureCapacity(least);
    }

    @Override
    public synchronized void trimToSize() {
        super.trimToSize();
    }

    @Override
    public synchronized void setLength(int length) {
        super.setLength(length);
    }

    @Override
    public synchronized String substring(int start) {
        return super.substring(start);
    }

    @Override
    public synchronized String substring(int start, int end) {
        return super.substring(start, end);
    }

    @Override
    public synchronized void getChars(int from, int to, char[] target, int at) {
        super.getChars(from, to, target, at);
    }

    @Override
    public synchronized int indexOf(String text) {
        return super.indexOf(text);
    }

    @Override
    public synchronized int indexOf(String text, int from) {
        return super.indexOf(text, from);
    }

    @Override
    public synchronized int lastIndexOf(String text) {
        return super.lastIndexOf(text);
    }

    @Override
    public synchronized int lastIndexOf(String text, int from) {
        return super.lastIndexOf(text, from);
    }

    @Override
    public synchronized void setCharAt(int index, char character) {
        super.setCharAt(index, character);
    }

    @Override
    public synchronized int codePointAt(int index) {
        return super.codePointAt(index);
    }

    @Override
    public synchronized int codePointBefore(int index) {
        return super.codePointBefore(index);
    }

    @Override
    public synchronized int codePointCount(int from, int to) {
        return super.codePointCount(from, to);
    }

    @Override
    public synchronized int offsetByCodePoints(int index, int offset) {
        return super.offsetByCodePoints(index, offset);
    }
}
