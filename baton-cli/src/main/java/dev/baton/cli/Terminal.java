package dev.baton.cli;

import java.io.Console;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;

/** What is known about where the output goes. */
final class Terminal {
    private Terminal() {}

    /** Whether a person watches: both ends are a terminal. */
    @SuppressWarnings("SystemConsoleNull") // which of the two says "no terminal" depends on the console provider
    static boolean isInteractive() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /** Colours on a terminal, unless {@code NO_COLOR} or a dumb terminal forbids them; none anywhere else. */
    static Help.ColorScheme colors() {
        return Help.defaultColorScheme(isInteractive() && !"dumb".equals(System.getenv("TERM")) ? Ansi.AUTO : Ansi.OFF);
    }
}
