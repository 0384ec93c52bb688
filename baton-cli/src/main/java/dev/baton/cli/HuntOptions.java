package dev.baton.cli;

import dev.baton.check.api.Checker;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of a hunt: what to do where not everything can be visited. */
final class HuntOptions {
    private static final int SECONDS = 60;

    @Option(names = "--hunt",
            description = "Where not everything can be visited: sample executions until --seconds (default: 60) are over. Never "
                    + "ends with verified.")
    private boolean hunt;

    @Option(names = "--seed", paramLabel = "S",
            description = "What --hunt draws depends on this number alone (default: 1).")
    private long seed = 1;

    boolean isAsked() {
        return hunt;
    }

    /** A hunt has no parts. */
    void requireAlone(boolean inParts, CommandSpec spec) {
        if (hunt && inParts) {
            throw new ParameterException(spec.commandLine(),
                    "--hunt leaves nothing to go on with: leave --save and --resume out");
        }
    }

    /** The checker, hunting if it is to. */
    Checker tuned(Checker checker, @Nullable Integer seconds) {
        return hunt
                ? checker.hunt(seed).timeLimit(Duration.ofSeconds(seconds == null ? SECONDS : seconds))
                : checker;
    }
}
