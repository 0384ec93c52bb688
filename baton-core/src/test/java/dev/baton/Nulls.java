package dev.baton;

/** Null where the API forbids it, for tests of what happens then. */
final class Nulls {
    private Nulls() {}

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    static <T> T absent() {
        return null;
    }
}
