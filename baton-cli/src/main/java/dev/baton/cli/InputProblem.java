package dev.baton.cli;

/** Input that a command cannot work with; its message is the sentence that the user reads. */
final class InputProblem extends RuntimeException {
    private static final long serialVersionUID = 1;

    InputProblem(String sentence) {
        super(sentence);
    }

    InputProblem(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
