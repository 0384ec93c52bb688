package dev.baton.check.api;

/** A variable of any type that threads share. */
final class VolatileBox<T> {
    volatile T value;

    VolatileBox(T value) {
        this.value = value;
    }
}
