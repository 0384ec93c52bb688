package dev.baton.cli;

import java.util.Locale;

/** Words for numbers. */
final class Sentences {
    private Sentences() {}

    /** A number of things, with the word that fits it. */
    static String count(long number, String one, String several) {
        return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? one : several);
    }
}
