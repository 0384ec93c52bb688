package dev.baton.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Root of the command line; a new command is one more class in its list. {@link Main} adds the benchmarks. */
@Command(name = "baton", subcommands = {CheckCommand.class, RelaxCommand.class, DemoCommand.class, ServeCommand.class},
        versionProvider = Version.class,
        mixinStandardHelpOptions = true, sortOptions = false, usageHelpWidth = 100, descriptionHeading = "%n",
        description = {"Fair, abortable synchronization for the modern JVM, and the tool that proves it.", ""},
        synopsisSubcommandLabel = "COMMAND", commandListHeading = "%nCommands:%n", optionListHeading = "Options:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done, and nothing is wrong", "1:a violation was found",
                "2:an option or the input is wrong; one sentence on standard error says what",
                "3:a check was not exhausted", "70:a fault in Baton itself"},
        footer = {"", "Run 'baton COMMAND --help' for the options of a command."})
final class BatonCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "Show stack traces of errors.")
    private boolean verbose;

    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    BatonCommand() {}

    boolean verbose() {
        return verbose;
    }

    /** Without a command there is nothing to do: shows the help, as an error, so that a script notices. */
    @Override
    public Integer call() {
        CommandLine commandLine = spec.commandLine();
        commandLine.usage(commandLine.getErr());
        return ExitCode.USAGE;
    }
}
