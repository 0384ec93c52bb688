package dev.baton.check.jdk.java.lang;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The characters of a builder, in an array that grows. Each operation reads and writes the array and the count as the JDK's
 * does, so builders that threads share without a lock lose what they would lose there. One thing differs: the JDK keeps text of
 * one byte a character as bytes until a wider character comes.
 */
abstract class AbstractStringBuilder {
    private char[] value;
    private int count;

    AbstractStringBuilder(int capacity) {
        value = new char[capacity];
    }

    // ---- size

    public int length() {
        return count;
    }

    public int capacity() {
        return value.length;
    }

    public void ensureCapacity(int least) {
        if (least > value.length) {
            resize(Math.max(least, value.length * 2 + 2), count);
        }
    }

    public void trimToSize() {
        if (count < value.length) {
            resize(count, count);
        }
    }

    private void resize(int capacity, int kept) {
        char[] larger = new char[capacity];
        System.arraycopy(value, 0, larger, 0, kept);
        value = larger;
    }

    public void setLength(int length) {
        if (length < 0) {
            throw new StringIndexOutOfBoundsException(length);
        }
        int before = count;
        ensureCapacity(length);
        if (before < length) {
            System.arraycopy(new char[length - before], 0, value, before, length - before);
        }
        count = length;
    }

    // ---- reading

    public char charAt(int index) {
        checkIndex(index, count);
        return value[index];
    }

    public String substring(int start) {
        return substring(start, count);
    }

    public String substring(int start, int end) {
        checkRange(start, end, count);
        return new String(copy(start, end));
    }

    public CharSequence subSequence(int start, int end) {
        return substring(start, end);
    }

    private char[] copy(int start, int end) {
        char[] copy = new char[end - start];
        System.arraycopy(value, start, copy, 0, end - start);
        return copy;
    }

    public void getChars(int from, int to, char[] target, int at) {
        checkRange(from, to, count);
        System.arraycopy(value, from, target, at, to - from);
    }

    /** All of it now, in an array that nobody else has. */
    final String text() {
        return new String(copy(0, count));
    }

    public int codePointAt(int index) {
        return text().codePointAt(index);
    }

    public int codePointBefore(int index) {
        return text().codePointBefore(index);
    }

    public int codePointCount(int from, int to) {
        return text().codePointCount(from, to);
    }

    public int offsetByCodePoints(int index, int offset) {
        return text().offsetByCodePoints(index, offset);
    }

    public IntStream chars() {
        return text().chars();
    }

    public IntStream codePoints() {
        return text().codePoints();
    }

    public int indexOf(String text) {
        return text().indexOf(text);
    }

    public int indexOf(String text, int from) {
        return text().indexOf(text, from);
    }

    public int lastIndexOf(String text) {
        return text().lastIndexOf(text);
    }

    public int lastIndexOf(String text, int from) {
        return text().lastIndexOf(text, from);
    }

    // ---- writing

    public void setCharAt(int index, char character) {
        checkIndex(index, count);
        value[index] = character;
    }

    final void add(char character) {
        ensureCapacity(count + 1);
        value[count++] = character;
    }

    final void add(@Nullable CharSequence text) {
        add(String.valueOf(text).toCharArray());
    }

    final void add(char[] added) {
        add(added, 0, added.length);
    }

    final void add(char[] added, int offset, int length) {
        checkRange(offset, offset + length, added.length);
        int at = count;
        ensureCapacity(at + length);
        System.arraycopy(added, offset, value, at, length);
        count = at + length;
    }

    final void put(int at, @Nullable CharSequence text) {
        put(at, String.valueOf(text).toCharArray());
    }

    final void put(int at, char[] added) {
        checkOffset(at, count);
        int before = count;
        ensureCapacity(before + added.length);
        System.arraycopy(value, at, value, at + added.length, before - at);
        System.arraycopy(added, 0, value, at, added.length);
        count = before + added.length;
    }

    final void remove(int start, int to) {
        int before = count;
        int end = Math.min(to, before);
        checkRange(start, end, before);
        if (end > start) {
            System.arraycopy(value, end, value, start, before - end);
            count = before - (end - start);
        }
    }

    final void exchange(int start, int to, String text) {
        int before = count;
        int end = Math.min(to, before);
        checkRange(start, end, before);
        int after = before + text.length() - (end - start);
        ensureCapacity(after);
        System.arraycopy(value, end, value, start + text.length(), before - end);
        System.arraycopy(text.toCharArray(), 0, value, start, text.length());
        count = after;
    }

    final void turnRound() {
        char[] from = copy(0, count);
        char[] turned = new char[from.length];
        int at = from.length;
        for (int i = 0; i < from.length; i++) {
            boolean isPair = Character.isHighSurrogate(from[i]) && i + 1 < from.length
                    && Character.isLowSurrogate(from[i + 1]);
            if (isPair) {
                turned[--at] = from[i + 1];
                turned[--at] = from[i++];
            } else {
                turned[--at] = from[i];
            }
        }
        System.arraycopy(turned, 0, value, 0, turned.length);
    }

    final void removeAt(int index) {
        checkIndex(index, count);
        remove(index, index + 1);
    }

    // ---- bounds, in the JDK's words

    private static void checkIndex(int index, int length) {
        if (index < 0 || index >= length) {
            throw new StringIndexOutOfBoundsException("index " + index + ",length " + length);
        }
    }

    private static void checkOffset(int offset, int length) {
        if (offset < 0 || offset > length) {
            throw new StringIndexOutOfBoundsException("Offset " + offset + " out of bounds for length " + length);
        }
    }

    private static void checkRange(int start, int end, int length) {
        if (start < 0 || start > end || end > length) {
            throw new StringIndexOutOfBoundsException("start " + start + ", end " + end + ", length " + length);
        }
    }
}
