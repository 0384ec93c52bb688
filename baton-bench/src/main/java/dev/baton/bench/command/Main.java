package dev.baton.bench.command;

import picocli.CommandLine;

/** Runs the command by itself, without the launcher. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    static int run(String... arguments) {
        CommandLine command = new CommandLine(new BenchCommand());
        command.setParameterExceptionHandler((wrong, given) -> {
            wrong.getCommandLine().getErr().println("baton bench: " + wrong.getMessage());
            return CommandLine.ExitCode.USAGE;
        });
        return command.execute(arguments);
    }
}
