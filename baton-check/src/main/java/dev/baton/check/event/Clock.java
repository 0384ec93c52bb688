package dev.baton.check.event;

import java.util.Locale;

/** Which threads of the program under check read the same clock. */
public enum Clock {
    /** One for all threads: what one of them has seen pass has passed for the others too. */
    SHARED,
    /** One for each thread, unrelated to those of the others. */
    OWN;

    /** {@return the name as a user writes it} */
    public String option() {
        return name().toLowerCase(Locale.ROOT);
    }
}
