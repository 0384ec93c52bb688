package dev.baton.cli;

import dev.baton.cli.serve.LocalServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton serve}: a page on this machine on which a class can be pasted and checked. */
@Command(name = "serve", sortOptions = false, mixinStandardHelpOptions = true, usageHelpWidth = 100,
        versionProvider = Version.class, descriptionHeading = "%n", optionListHeading = "%nOptions:%n",
        description = {"Open a page on this machine on which a class can be pasted and checked.", "",
                "Only this machine reaches it, by an address that holds a token. The class runs in a process of its own "
                        + "without network, and without files but its own directory and the JDK's.",
                ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:it was stopped by Ctrl-C",
                "2:an option is wrong, or the machine cannot keep programs apart"})
final class ServeCommand implements Callable<Integer> {
    private static final int MOST_PORTS = 65_535;

    @Spec
    private CommandSpec spec;

    @Option(names = "--port", paramLabel = "N", description = "The port to listen on (default: any that is free).")
    private int port;

    @Option(names = "--seconds", paramLabel = "N", description = "Give a check up after so many seconds (default: 30).")
    private int seconds = 30;

    @Option(names = "--unconfined",
            description = "Let programs do what you may do: for machines that cannot keep them apart, and your own code.")
    private boolean unconfined;

    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    ServeCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        if (port != 0) {
            CheckCommand.requireWithin("--port", port, MOST_PORTS, spec);
        }
        CheckCommand.requireWithin("--seconds", seconds, Integer.MAX_VALUE, spec);
        if (!unconfined && !LocalServer.canConfine()) {
            throw new InputProblem(
                    "this machine cannot keep a program from its files and network (that needs Linux with "
                            + "Landlock and unshare); --unconfined runs it all the same.");
        }
        CountDownLatch ended = new CountDownLatch(1);
        Interruption interruption = Interruption.stopping(ended::countDown);
        try (LocalServer server = new LocalServer(port, seconds, !unconfined)) {
            PrintWriter out = spec.commandLine().getOut();
            out.println("The page is " + server.address());
            out.println(unconfined
                    ? "Programs run with your rights. Ctrl-C stops."
                    : "Programs run without network and without your files. Ctrl-C stops.");
            out.flush();
            ended.await();
            return ExitCode.OK;
        } catch (IOException failure) {
            throw new InputProblem("cannot listen on port " + port + ": " + failure.getMessage() + ".", failure);
        } finally {
            interruption.settle(); // after the programs have ended
        }
    }
}
