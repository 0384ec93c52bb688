package dev.baton.check.replay;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Locale;

/**
 * What a program under check sees as {@code System.out} and {@code System.err}. What it prints is kept with its thread and
 * shown with a counterexample; it is no step. Objects are turned into text as always, because that may be a step of the program.
 * No lock is held meanwhile, and none orders what threads print.
 */
@SuppressWarnings("AnnotateFormatMethod") // as the class above it, which is not annotated
public final class Output extends PrintStream {
    private static final Output KEPT = new Output();

    private Output() {
        super(OutputStream.nullOutputStream());
    }

    /** In the place of {@code System.out} and {@code System.err}. */
    public static PrintStream stream() {
        return KEPT;
    }

    @Override
    public void print(Object object) {
        Sayings.say(String.valueOf(object));
    }

    @Override
    public void println(Object object) {
        Sayings.say(String.valueOf(object) + '\n');
    }

    @Override
    public PrintStream printf(String format, Object... arguments) {
        return format(format, arguments);
    }

    @Override
    public PrintStream printf(Locale locale, String format, Object... arguments) {
        return format(locale, format, arguments);
    }

    @Override
    public PrintStream format(String format, Object... arguments) {
        return append(String.format(format, arguments));
    }

    @Override
    public PrintStream format(Locale locale, String format, Object... arguments) {
        return append(String.format(locale, format, arguments));
    }

    @Override
    public PrintStream append(CharSequence text) {
        print((Object) text);
        return this;
    }

    @Override
    public PrintStream append(CharSequence text, int start, int end) {
        return append(text == null ? "null".subSequence(start, end) : text.subSequence(start, end));
    }

    @Override
    public PrintStream append(char character) {
        print(character);
        return this;
    }

    @Override
    public void write(int character) {
        Sayings.say(String.valueOf((char) (character & 0xff)));
    }

    @Override
    public void write(byte[] buffer) {
        write(buffer, 0, buffer.length);
    }

    @Override
    public void write(byte[] buffer, int offset, int length) {
        Sayings.say(new String(buffer, offset, length, Charset.defaultCharset()));
    }

    @Override
    public void writeBytes(byte[] buffer) {
        write(buffer, 0, buffer.length);
    }

    @Override
    public void print(boolean value) {
        Sayings.say(String.valueOf(value));
    }

    @Override
    public void print(char value) {
        Sayings.say(String.valueOf(value));
    }

    @Override
    public void print(int value) {
        Sayings.say(String.valueOf(value));
    }

    @Override
    public void print(long value) {
        Sayings.say(String.valueOf(value));
    }

    @Override
    public void print(float value) {
        Sayings.say(String.valueOf(value));
    }

    @Override
    public void print(double value) {
        Sayings.say(String.valueOf(value));
    }

    @Override
    public void print(char[] value) {
        Sayings.say(String.valueOf(value));
    }

    @Override
    public void print(String value) {
        Sayings.say(String.valueOf(value));
    }

    @Override
    public void println() {
        Sayings.say("\n");
    }

    @Override
    public void println(boolean value) {
        Sayings.say(value + "\n");
    }

    @Override
    public void println(char value) {
        Sayings.say(value + "\n");
    }

    @Override
    public void println(int value) {
        Sayings.say(value + "\n");
    }

    @Override
    public void println(long value) {
        Sayings.say(value + "\n");
    }

    @Override
    public void println(float value) {
        Sayings.say(value + "\n");
    }

    @Override
    public void println(double value) {
        Sayings.say(value + "\n");
    }

    @Override
    public void println(char[] value) {
        Sayings.say(String.valueOf(value) + '\n');
    }

    @Override
    public void println(String value) {
        Sayings.say(value + "\n");
    }

    @Override
    public boolean checkError() {
        return false;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
