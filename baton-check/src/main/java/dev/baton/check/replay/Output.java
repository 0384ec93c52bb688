package dev.baton.check.replay;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Locale;

/**
 * What a program under check sees as {@code System.out} and {@code System.err}. Nothing that it prints is shown: it would be
 * printed once in each execution. Objects are still turned into text, because that may be a step of the program. No lock is
 * held meanwhile, and none orders what threads print.
 */
@SuppressWarnings("AnnotateFormatMethod") // as the class above it, which is not annotated
public final class Output extends PrintStream {
    private static final Output NOWHERE = new Output();

    private Output() {
        super(OutputStream.nullOutputStream());
    }

    /** In the place of {@code System.out} and {@code System.err}. */
    public static PrintStream stream() {
        return NOWHERE;
    }

    @Override
    public void print(Object object) {
        String text = String.valueOf(object);
        assert text != null;
    }

    @Override
    public void println(Object object) {
        print(object);
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
        return append(text == null ? "null" : text.subSequence(start, end));
    }

    @Override
    public PrintStream append(char character) {
        return this;
    }

    @Override
    public void write(int character) {}

    @Override
    public void write(byte[] buffer) {}

    @Override
    public void write(byte[] buffer, int offset, int length) {}

    @Override
    public void writeBytes(byte[] buffer) {}

    @Override
    public void print(boolean value) {}

    @Override
    public void print(char value) {}

    @Override
    public void print(int value) {}

    @Override
    public void print(long value) {}

    @Override
    public void print(float value) {}

    @Override
    public void print(double value) {}

    @Override
    public void print(char[] value) {}

    @Override
    public void print(String value) {}

    @Override
    public void println() {}

    @Override
    public void println(boolean value) {}

    @Override
    public void println(char value) {}

    @Override
    public void println(int value) {}

    @Override
    public void println(long value) {}

    @Override
    public void println(float value) {}

    @Override
    public void println(double value) {}

    @Override
    public void println(char[] value) {}

    @Override
    public void println(String value) {}

    @Override
    public boolean checkError() {
        return false;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
