package dev.baton.cli;

import java.util.List;

/** Input that a command cannot work with; its message is the sentence that the user reads. */
public final class InputProblem extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<String> details;

    /** @param sentence what is wrong */
    public InputProblem(String sentence) {
        this(sentence, List.of());
    }

    /** @param details lines below the sentence: what another tool said, in its own words */
    InputProblem(String sentence, List<String> details) {
        super(sentence);
        this.details = List.copyOf(details);
    }

    /**
     * @param sentence what is wrong
     * @param cause    what it comes from
     */
    public InputProblem(String sentence, Throwable cause) {
        super(sentence, cause);
        this.details = List.of();
    }

    List<String> details() {
        return details;
    }
}
