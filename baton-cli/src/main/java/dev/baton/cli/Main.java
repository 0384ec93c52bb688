package dev.baton.cli;

import picocli.CommandLine;

/** Entry point of the command line. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        int code = commandLine().execute(arguments);
        System.out.flush();
        System.exit(code);
    }

    /** The whole command line, with the conventions that every command shares. */
    static CommandLine commandLine() {
        ErrorSentences errors = new ErrorSentences();
        return new CommandLine(new BatonCommand()).setColorScheme(Terminal.colors())
                .setParameterExceptionHandler(errors).setExecutionExceptionHandler(errors)
                .setUsageHelpAutoWidth(false).setAbbreviatedOptionsAllowed(false);
    }
}
