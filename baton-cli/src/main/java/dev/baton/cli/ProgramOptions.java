package dev.baton.cli;

import dev.baton.check.api.Checker;
import dev.baton.check.event.Clock;
import dev.baton.check.event.JdkFields;
import dev.baton.check.event.JdkLocks;
import dev.baton.check.event.Timeouts;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that decide what a program under check may do, and so which executions it has. */
final class ProgramOptions {
    private static final int MOST_PROCESSORS = 65_536;
    /** The checker counts rounds in fifteen bits. */
    private static final int MOST_ROUNDS = 32_766;

    @Option(names = "--loop-bound", paramLabel = "N",
            description = "Rounds of a loop that is no await before an execution is cut off (default: what a check says, else 64).")
    private @Nullable Integer loopBound;

    @Option(names = "--processors", paramLabel = "N",
            description = "Processors that the program sees; with one, most code that spins parks at once (default: 1).")
    private @Nullable Integer processors;

    @Option(names = "--timeouts", paramLabel = "WHEN",
            description = "When a timed wait may expire: never, last (when nothing else can go on) or free (default: free).")
    private @Nullable String timeouts;

    @Option(names = "--clock", paramLabel = "WHICH",
            description = "Whose clock a thread reads: one that is shared, or its own (default: own).")
    private @Nullable String clock;

    @Option(names = "--jdk-locks", paramLabel = "lean|code",
            description = "What an unfair ReentrantLock of the JDK is: one place, taken to be right, or the JDK's code "
                    + "(default: lean).")
    private @Nullable String jdkLocks;

    @Option(names = "--jdk-fields", paramLabel = "contract|as-written",
            description = "How the JDK's classes read a few fields of theirs: as their contract needs, or as their code has it "
                    + "(default: contract).")
    private @Nullable String jdkFields;

    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    ProgramOptions() {}

    void requireKnown(CommandSpec spec) {
        CheckCommand.requireWithin("--loop-bound", loopBound, MOST_ROUNDS, spec);
        CheckCommand.requireWithin("--processors", processors, MOST_PROCESSORS, spec);
        requireOneOf("--timeouts", timeouts, Arrays.stream(Timeouts.values()).map(Timeouts::option).toList(), spec);
        requireOneOf("--clock", clock, Arrays.stream(Clock.values()).map(Clock::option).toList(), spec);
        requireOneOf("--jdk-locks", jdkLocks, Arrays.stream(JdkLocks.values()).map(JdkLocks::option).toList(), spec);
        requireOneOf("--jdk-fields", jdkFields, Arrays.stream(JdkFields.values()).map(JdkFields::option).toList(),
                spec);
    }

    private static void requireOneOf(String option, @Nullable String given, List<String> known, CommandSpec spec) {
        if (given != null && !known.contains(given)) {
            throw new ParameterException(spec.commandLine(),
                    option + " is one of " + String.join(", ", known) + ", not '" + given + "'");
        }
    }

    /** The options that were given, each with its value. */
    Map<String, Object> given() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("--loop-bound", loopBound);
        all.put("--processors", processors);
        all.put("--timeouts", timeouts);
        all.put("--clock", clock);
        all.put("--jdk-locks", jdkLocks);
        all.put("--jdk-fields", jdkFields);
        Map<String, Object> given = new LinkedHashMap<>();
        all.forEach((option, value) -> {
            if (value != null) {
                given.put(option, value);
            }
        });
        return given;
    }

    Checker tuned(Checker base) {
        Checker checker = base;
        if (loopBound != null) {
            checker = checker.loopBound(loopBound);
        }
        if (processors != null) {
            checker = checker.processors(processors);
        }
        if (timeouts != null) {
            checker = checker.timeouts(Timeouts.valueOf(timeouts.toUpperCase(Locale.ROOT)));
        }
        if (clock != null) {
            checker = checker.clock(Clock.valueOf(clock.toUpperCase(Locale.ROOT)));
        }
        if (jdkLocks != null) {
            checker = checker.jdkLocks(JdkLocks.valueOf(jdkLocks.toUpperCase(Locale.ROOT)));
        }
        return jdkFields == null ? checker : checker.jdkFields(JdkFields.valueOf(constant(jdkFields)));
    }

    /** {@code as-written} is {@code AS_WRITTEN}. */
    private static String constant(String option) {
        return option.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /** The same as Java: calls that change a checker. */
    String asJava() {
        StringBuilder calls = new StringBuilder();
        if (loopBound != null) {
            calls.append(".loopBound(").append(loopBound).append(')');
        }
        if (processors != null) {
            calls.append(".processors(").append(processors).append(')');
        }
        if (timeouts != null) {
            calls.append(".timeouts(Timeouts.").append(timeouts.toUpperCase(Locale.ROOT)).append(')');
        }
        if (clock != null) {
            calls.append(".clock(Clock.").append(clock.toUpperCase(Locale.ROOT)).append(')');
        }
        if (jdkLocks != null) {
            calls.append(".jdkLocks(JdkLocks.").append(jdkLocks.toUpperCase(Locale.ROOT)).append(')');
        }
        if (jdkFields != null) {
            calls.append(".jdkFields(JdkFields.").append(constant(jdkFields)).append(')');
        }
        return calls.toString();
    }
}
