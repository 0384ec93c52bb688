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
        CommandLine commandLine = new CommandLine(new BatonCommand());
        if (Main.class.getResource("/dev/baton/bench/Cell.class") != null) {
            commandLine.addSubcommand(new BenchCommand()); // the Maven plugin has no benchmarks
        }
        return commandLine.setColorScheme(Terminal.colors())
                .setParameterExceptionHandler(errors).setExecutionExceptionHandler(errors)
                .setUsageHelpAutoWidth(false).setAbbreviatedOptionsAllowed(false);
    }
}
