package dev.baton.bench.command;

import picocli.CommandLine;

/** Runs the command by itself, without the launcher. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new BenchCommand()).setParameterExceptionHandler((wrong, given) -> {
            wrong.getCommandLine().getErr().println("baton bench: " + wrong.getMessage());
            return CommandLine.ExitCode.USAGE;
        });
    }
}
