package dev.baton.check.api;

import dev.baton.check.event.Step;
import dev.baton.check.event.StepKind;
import dev.baton.check.explore.StepSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Runs a program once, one step at a time on one memory, threads in random order: what a sequentially consistent
 * machine may do. A second opinion on the program half that knows nothing of execution graphs.
 */
final class ScInterpreter {
    /** What a thread did: its steps as text, and the answers it got. */
    static final class History {
        final List<String> steps = new ArrayList<>();
        final List<Long> answers = new ArrayList<>();
    }

    private final StepSource program;
    private final SplittableRandom random;
    private final Map<Integer, Long> memory = new HashMap<>();
    private final Map<Integer, Step> pending = new HashMap<>();
    private final Set<Integer> ended = new HashSet<>();
    final Map<Integer, History> histories = new HashMap<>();
    /** The outcome of the main thread, or -1 if some thread could not go on. */
    long outcome = -1;

    ScInterpreter(StepSource program, long seed) {
        this.program = program;
        this.random = new SplittableRandom(seed);
    }

    void run() {
        program.reset();
        begin(program.mainThread());
        for (;;) {
            List<Integer> ready = new ArrayList<>();
            pending.forEach((thread, step) -> {
                if (isReady(step)) {
                    ready.add(thread);
                }
            });
            if (ready.isEmpty()) {
                return;
            }
            int thread = ready.get(random.nextInt(ready.size()));
            perform(thread);
            while (pending.containsKey(thread) && pending.get(thread).kind == StepKind.RMW_WRITE) {
                perform(thread);
            }
        }
    }

    private boolean isReady(Step step) {
        return switch (step.kind) {
            case BLOCK, ERROR, END -> false;
            case JOIN -> ended.contains((int) step.value);
            default -> true;
        };
    }

    private void begin(int thread) {
        histories.put(thread, new History());
        advance(thread, 0);
    }

    private void perform(int thread) {
        Step step = pending.get(thread);
        long answer = switch (step.kind) {
            case READ, RMW_READ -> memory.computeIfAbsent(step.location, program::initialValue);
            case WRITE, RMW_WRITE -> {
                memory.put(step.location, step.value);
                yield 0;
            }
            case CHOICE -> random.nextInt((int) step.value);
            default -> 0;
        };
        if (step.kind == StepKind.START) {
            begin((int) step.value);
        }
        histories.get(thread).answers.add(answer);
        advance(thread, answer);
    }

    private void advance(int thread, long answer) {
        Step step = new Step();
        program.advance(thread, answer, step);
        pending.put(thread, step);
        histories.get(thread).steps.add(show(step));
        if (step.kind == StepKind.END) {
            ended.add(thread);
            if (thread == program.mainThread()) {
                outcome = step.value;
            }
        }
    }

    static String show(Step step) {
        return step.kind + " " + step.location + " " + step.mode + " " + step.value + " " + step.site + " "
                + step.unordered;
    }
}
