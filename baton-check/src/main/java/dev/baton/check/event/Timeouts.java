package dev.baton.check.event;

import java.util.Locale;

/** When a timed wait of the program under check may expire. */
public enum Timeouts {
    /** Never: a timed wait that nobody ends is a hang, and the clock stands still. */
    NEVER("never expire"),
    /** As a last resort: only when no thread can go on without it. The clock stands still until then. */
    LAST("expire as a last resort"),
    /** At any time, also at once; each look at the clock may find that time has passed. */
    FREE("expire at any time");

    private final String words;

    Timeouts(String words) {
        this.words = words;
    }

    /** {@return the name as a user writes it} */
    public String option() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** {@return what timeouts do, to follow the word "timeouts"} */
    public String words() {
        return words;
    }
}
