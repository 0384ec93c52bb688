package dev.baton.cli;

import dev.baton.check.api.Checker;
import dev.baton.check.explain.Counterexample;
import dev.baton.check.explore.Violation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Where a counterexample can happen: the check is explored once more under the model of each machine, and looked through for it. */
final class HardwareOptions {
    private static final int SECONDS = 10;
    private static final String FORBIDDEN = "forbidden outcome: ";

    /** A machine, or what may stand between the program and every machine. */
    private enum Machine {
        X86("x86", "tso", "x86"), ARM8("arm8", "arm8", "ARMv8"), JAVA("java", "java", "Java, any JIT");

        final String option;
        final String model;
        final String words;

        Machine(String option, String model, String words) {
            this.option = option;
            this.model = model;
            this.words = words;
        }
    }

    @Option(names = "--hardware", paramLabel = "x86,arm8", split = ",", hideParamSyntax = true,
            description = "Say of each counterexample where it can happen: on these machines, without a compiler that reorders, and "
                    + "in Java. Explores the check once more for each, for --seconds (default: 10) at most.")
    private List<String> hardware = new ArrayList<>();

    void requireKnown(CommandSpec spec) {
        for (String each : hardware) {
            if (machine(each) == null) {
                throw new ParameterException(spec.commandLine(),
                        "--hardware is a list of x86, arm8 and java, not '" + each + "'");
            }
        }
    }

    private static @Nullable Machine machine(String option) {
        for (Machine each : Machine.values()) {
            if (each.option.equals(option)) {
                return each;
            }
        }
        return null;
    }

    /** The same counterexamples; with where they can happen, if that was asked for. */
    List<Counterexample> located(List<Counterexample> told, PlannedCheck check, UnaryOperator<Checker> tuning,
            @Nullable Integer seconds) {
        if (hardware.isEmpty()) {
            return told;
        }
        Set<Machine> machines = new LinkedHashSet<>();
        for (String each : hardware) {
            Machine machine = machine(each);
            if (machine != null && machine != Machine.JAVA) {
                machines.add(machine);
            }
        }
        machines.add(Machine.JAVA);
        Duration limit = Duration.ofSeconds(seconds == null ? SECONDS : seconds);
        return told.stream().map(each -> each.happening(
                machines.stream().map(machine -> where(machine, each, check, tuning, limit)).toList())).toList();
    }

    private static Counterexample.Where where(Machine machine, Counterexample shown, PlannedCheck check,
            UnaryOperator<Checker> tuning, Duration limit) {
        UnaryOperator<Checker> looking = checker -> {
            Checker tuned = tuning.apply(checker).model(machine.model).timeLimit(limit);
            return shown.kind() == Violation.Kind.DATA_RACE ? tuned : tuned.lookFor(shown.kind());
        };
        return new Counterexample.Where(machine.words, machine.model, answer(check.find(looking, false), shown));
    }

    private static Counterexample.Answer answer(Finding finding, Counterexample shown) {
        int outcome = shown.headline().indexOf(FORBIDDEN);
        if (outcome >= 0 && finding instanceof Explored explored && !explored.grades().isEmpty()) {
            String text = shown.headline().substring(outcome + FORBIDDEN.length()).strip();
            return explored.outcomes().containsKey(text)
                    ? Counterexample.Answer.YES
                    : explored.result().notExhausted() == null
                            ? Counterexample.Answer.NO
                            : Counterexample.Answer.NOT_EXHAUSTED;
        }
        return switch (finding.verdict()) {
            case VIOLATED -> Counterexample.Answer.YES;
            case VERIFIED, VACUOUS -> Counterexample.Answer.NO;
            case NOT_EXHAUSTED -> Counterexample.Answer.NOT_EXHAUSTED;
            case REFUSED, ENVIRONMENT_FAILED, CHECKER_FAILED -> Counterexample.Answer.NOT_EXPLORED;
        };
    }
}
