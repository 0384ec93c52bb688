package dev.baton.check.explain;

import dev.baton.check.explore.CallTable;
import dev.baton.check.explore.Violation;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A violating execution in the words of the program: all that a reader is shown, and nothing that needs the checker to
 * be understood. Steps are numbered from 1 in an order in which the program can be run through them.
 *
 * @param check    the name of the check
 * @param model name of the memory model
 * @param kind     what is wrong with the execution
 * @param headline the same in one sentence, with what the program said
 * @param stack    of an exception, the frames that the program has a part in, innermost first
 * @param calls    the calls and their results, if those are what is wrong; the stack has them as text
 * @param threads  their names, in columns from left to right
 * @param steps the events, in an order in which they can be told
 * @param places   memory that the execution touches
 * @param edges the relations between the steps
 * @param output   what the threads printed and logged, in the order of the steps
 * @param waiting  threads that never end, in words
 * @param orders   where memory has another order of writes than the steps, in words
 * @param reason   why it can happen and what would forbid it, sentence by sentence
 * @param sources  the files that the steps come from
 * @param execution the same for {@code PinnedExecution}, line by line; empty if it cannot be written down
 * @param where    where it can happen; empty if nobody asked
 */
public record Counterexample(String check, String model, Violation.Kind kind, String headline, List<String> stack,
        @Nullable CallTable calls, List<String> threads, List<Step> steps, List<Place> places, Edges edges,
        List<Output> output, List<String> waiting, List<String> orders, List<String> reason, List<Source> sources,
        List<String> execution, List<Where> where) {
    /** Whether a check under another model goes wrong in this way. */
    public enum Answer {
        /** Some execution does. */
        YES,
        /** Every execution was visited, and none does. */
        NO,
        /** None of those visited does, but not all were. */
        NOT_EXHAUSTED,
        /** The check could not be made. */
        NOT_EXPLORED;

        /** {@return the words for it} */
        public String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * Whether the check goes wrong in this way on some machine.
     *
     * @param machine what a reader calls it
     * @param model   the memory model that stands for it
     * @param answer  whether it does
     */
    public record Where(String machine, String model, Answer answer) {
        @Override
        public String toString() {
            return machine + ": " + answer.words();
        }
    }

    /** What a step does. */
    public enum Action {
        READ, WRITE,
        /** A read and a write in one. */
        SWAP, FENCE, START, JOIN,
        /** What came by chance: a wake-up or a failure for no reason, a time that is up. */
        CHOICE;

        /** {@return the word for it} */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One step.
     *
     * @param number its number, from 1, as the reader sees it
     * @param thread    the number of its thread in the list of threads
     * @param action    what it does
     * @param place     the number of the place in the list of places; -1 if it touches none
     * @param before    of a swap, the value it found
     * @param value     the value read or written, the thread started or joined, the alternative chosen
     * @param mode      the access mode in Java's word
     * @param readsFrom of a read or swap, the step it reads from; 0 for the set-up, -1 for no read
     * @param instead   of a read that sees an older write than the last one above it, that last one; else 0
     * @param source    the number of the file in the list of sources; -1 if there is none
     * @param file      name of the reader's file, empty if unknown
     * @param line      in the file, 0 if unknown
     * @param code      what the source calls
     * @param inside    the call into a library that the step is part of; empty if it is the reader's own
     * @param exact     file and line in the library; empty if it is the reader's own
     * @param named     the reason names this step
     */
    public record Step(int number, int thread, Action action, int place, String before, String value, String mode,
            int readsFrom, int instead, int source, String file, int line, String code, String inside, String exact,
            boolean named) {
        /** {@return {@code Lock.java:41}, or nothing} */
        public String where() {
            return file.isEmpty() || line == 0 ? file : file + ":" + line;
        }
    }

    /**
     * A line that a thread printed or logged.
     *
     * @param before the number of the step before which it was written; one more than the last step for the end
     * @param thread the number of the thread in the list of threads
     * @param text   the line
     */
    public record Output(int before, int thread, String text) {}

    /**
     * A place in memory.
     *
     * @param name as the program calls it
     * @param initial the value the set-up left there
     * @param writes  the steps that write it, in the order that memory has
     */
    public record Place(String name, String initial, List<Integer> writes) {
        /** Keeps copies. */
        public Place {
            writes = List.copyOf(writes);
        }
    }

    /**
     * An edge between two steps.
     *
     * @param from number of the step it starts at
     * @param to number of the step it ends at
     */
    public record Edge(int from, int to) {}

    /**
     * The relations between steps. Program order is the order of a thread's steps; modification order, from-read and
     * happens-before are reduced: what follows by going along edges is left out.
     *
     * @param rf from a write to the reads of it
     * @param mo from a write to the next of the same place
     * @param fr from a read to the write after the one it saw
     * @param hb what happens before what, between threads
     */
    public record Edges(List<Edge> rf, List<Edge> mo, List<Edge> fr, List<Edge> hb) {
        /** Keeps copies. */
        public Edges {
            rf = List.copyOf(rf);
            mo = List.copyOf(mo);
            fr = List.copyOf(fr);
            hb = List.copyOf(hb);
        }
    }

    /**
     * A source file; without lines if it was not found.
     *
     * @param file its name
     * @param path where it is on disk; empty if it was not found, or found in an archive
     * @param lines its lines
     */
    public record Source(String file, String path, List<String> lines) {
        /** Keeps a copy. */
        public Source {
            lines = List.copyOf(lines);
        }
    }

    /** Keeps copies. */
    public Counterexample {
        stack = List.copyOf(stack);
        threads = List.copyOf(threads);
        steps = List.copyOf(steps);
        places = List.copyOf(places);
        output = List.copyOf(output);
        waiting = List.copyOf(waiting);
        orders = List.copyOf(orders);
        reason = List.copyOf(reason);
        sources = List.copyOf(sources);
        execution = List.copyOf(execution);
        where = List.copyOf(where);
    }

    /**
     * The same, with where it can happen.
     *
     * @param places an answer for each machine
     * @return the counterexample
     */
    public Counterexample happening(List<Where> places) {
        return new Counterexample(check, model, kind, headline, stack, calls, threads, steps, this.places, edges,
                output, waiting, orders, reason, sources, execution, places);
    }

    /** {@return the steps in the rows in which they are shown: those inside one call into a library share one} */
    public List<List<Step>> rows() {
        return Folding.of(this).rows().stream().map(Folding.Row::steps).toList();
    }

    /**
     * Every violation of a check, told without looking for the reason, which can take seconds.
     *
     * @param check the name of the check
     * @param result what it found
     * @return the violations
     */
    public static List<Counterexample> withoutReasons(String check, Evidence result) {
        return result.violations().stream()
                .map(each -> new Narrator(check, result, each, SourcePath.none()).tellWithoutReason()).toList();
    }

    /**
     * Every violation of a check by the execution that was met: no simpler one is looked for.
     *
     * @param check the name of the check
     * @param result what it found
     * @param sources where the sources are
     * @return the violations, told
     */
    public static List<Counterexample> asFound(String check, Evidence result, SourcePath sources) {
        return result.violations().stream().map(each -> new Narrator(check, result, each, sources).tell()).toList();
    }

    /**
     * Every violation of a check.
     *
     * @param check the name of the check
     * @param result what it found
     * @param sources where the sources are
     * @return the violations, told
     */
    public static List<Counterexample> allOf(String check, Evidence result, SourcePath sources) {
        return result.violations().stream().map(each -> SimplestExecution.of(result, each)).distinct()
                .map(each -> new Narrator(check, result, each, sources).tell()).toList();
    }
}
