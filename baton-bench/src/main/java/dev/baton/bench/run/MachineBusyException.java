package dev.baton.bench.run;

/** Other programs use the machine; the message is for people. */
public final class MachineBusyException extends Exception {
    private static final long serialVersionUID = 1L;

    MachineBusyException(String message) {
        super(message);
    }
}
