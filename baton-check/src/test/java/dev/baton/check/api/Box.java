package dev.baton.check.api;

/** Plain fields of every type that threads share. */
final class Box<T> {
    T value;
    long wide;
    double real;
    byte small;
    char letter;
    boolean flag;
    short middle;
    float single;
    static int instances;

    final class Inner {
        T twice() {
            return value;
        }
    }
}
