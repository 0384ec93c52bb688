package dev.baton.check.event;

import java.util.Locale;

/** In which modes the JDK's own classes read a few fields of theirs. */
public enum JdkFields {
    /** As strong as what the JDK promises of these classes needs, where the code has a weaker read. */
    CONTRACT,
    /** As the JDK's code has it. */
    AS_WRITTEN;

    /** {@return the name as a user writes it} */
    public String option() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
