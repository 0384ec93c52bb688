package dev.baton.cli;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Turns whatever goes wrong into one sentence on standard error, with what another tool said of it below; the stack only
 * with {@code --verbose}.
 */
final class ErrorSentences implements IParameterExceptionHandler, IExecutionExceptionHandler {
    @Override
    public int handleParseException(ParameterException problem, String[] arguments) {
        CommandLine command = problem.getCommandLine();
        return report(command, sentenceOf(problem), problem, ExitCode.USAGE);
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        if (failure instanceof InputProblem problem) {
            return report(command, message(problem), problem, ExitCode.USAGE);
        }
        return report(command, "a fault in Baton itself: " + failure + (verbose(command)
                ? "."
                : "; add --verbose to see where."), failure, ExitCode.INTERNAL);
    }

    private static String sentenceOf(ParameterException problem) {
        String help = " Try '" + problem.getCommandLine().getCommandSpec().qualifiedName() + " --help'.";
        if (problem instanceof UnmatchedArgumentException unmatched && !unmatched.getUnmatched().isEmpty()) {
            String first = unmatched.getUnmatched().getFirst();
            boolean root = problem.getCommandLine().getParent() == null;
            String kind = unmatched.isUnknownOption() ? "option" : root ? "command" : "argument";
            List<String> near = unmatched.getSuggestions();
            String hint = near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?";
            return "unknown " + kind + " '" + first + "'" + (hint.isEmpty() ? "." : hint) + help;
        }
        String message = message(problem);
        return Character.toLowerCase(message.charAt(0)) + message.substring(1) + (message.endsWith(".") ? "" : ".")
                + help;
    }

    private static String message(Exception problem) {
        String message = problem.getMessage();
        return message == null || message.isEmpty() ? problem.toString() : message;
    }

    private static int report(CommandLine command, String sentence, Exception cause, int code) {
        PrintWriter errors = command.getErr();
        errors.println(command.getColorScheme().errorText("baton: " + sentence.replaceAll("\\s*\\R\\s*", " ")));
        if (cause instanceof InputProblem problem) {
            problem.details().forEach(line -> errors.println("  " + line));
        }
        if (verbose(command)) {
            cause.printStackTrace(errors);
        }
        errors.flush();
        return code;
    }

    private static boolean verbose(CommandLine command) {
        CommandLine root = command;
        for (CommandLine parent = root.getParent(); parent != null; parent = root.getParent()) {
            root = parent;
        }
        return root.getCommand() instanceof BatonCommand baton && baton.verbose();
    }
}
