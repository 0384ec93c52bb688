package dev.baton.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;

/** Runs the command line as a shell would, and keeps what it says. */
record Shell(int code, String out, String err) {
    static Shell run(String... arguments) {
        return run(Main.commandLine(), arguments);
    }

    static Shell run(CommandLine commandLine, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = commandLine.setColorScheme(Help.defaultColorScheme(Ansi.OFF)).setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err)).execute(arguments);
        return new Shell(code, out.toString(), err.toString());
    }
}
