package dev.baton.check.explore;

import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * One execution, written down so that it can be made again in another process, also after the program has changed. A line
 * is an event, in an order in which the events can happen:
 *
 * <pre>{@code
 * 1 write 0 Node.locked       thread 1 writes; the write comes first in modification order
 * 2 rmw_read 5 Lock.tail      thread 2 reads what the event in line 5 wrote, and exchanges it
 * 2 rmw_write 5 Lock.tail     comes directly after the write of line 5
 * 1 choice 1                  a free choice: its second alternative
 * 0 start 1                   thread 0 starts thread 1; join in the same way
 * 1 fence
 * 1 expire                    the timed wait of thread 1 expires
 * }</pre>
 *
 * @param events the events
 */
/*
 * An event is known by its line, since numbers of events, places, values and instructions mean something within one process
 * alone. Objects are numbered in the order in which they are met, so a place is its name without such numbers. Values and
 * access modes are not written down: a program that writes other values, or in a stronger mode, is asked whether it still
 * allows this execution.
 */
public record Pin(List<Event> events) {
    /** For a read that sees the initial value, and for a write that comes first. */
    static final int INITIAL = -1;

    /**
     * One event.
     *
     * @param thread  the number of its thread
     * @param kind    what it is
     * @param related of a read the line that it reads from, of a write the line that it comes after, counted from 0, or
     *                {@link #INITIAL}; of a choice the alternative; of a start or join the other thread
     * @param place   the place of a read or a write, without the numbers of objects
     */
    public record Event(int thread, StepKind kind, int related, String place) {
        boolean touchesMemory() {
            return isRead() || isWrite();
        }

        boolean isRead() {
            return kind == StepKind.READ || kind == StepKind.RMW_READ;
        }

        boolean isWrite() {
            return kind == StepKind.WRITE || kind == StepKind.RMW_WRITE;
        }

        @Override
        public String toString() {
            return (word(kind) + " " + place).strip();
        }
    }

    /** Keeps a copy. */
    public Pin {
        events = List.copyOf(events);
    }

    /**
     * Writes an execution down.
     *
     * @param graph the execution
     * @param names the name of each place
     * @return it in lines; none if some read sees a write that comes later in every order (load buffering)
     */
    public static List<String> lines(Execution graph, IntFunction<String> names) {
        int[] order = Linearization.of(graph);
        int[] line = new int[graph.size()];
        for (int i = 0; i < order.length; i++) {
            line[order[i]] = i;
        }
        List<String> lines = new ArrayList<>();
        for (int event : order) {
            if (graph.isRead(event) && graph.readsFrom(event) >= 0
                    && line[graph.readsFrom(event)] > line[event]) {
                return List.of();
            }
            StepKind kind = graph.kind(event);
            String head = graph.thread(event) + " " + kind.name().toLowerCase(Locale.ROOT);
            lines.add(switch (kind) {
                case READ, RMW_READ ->
                    head + number(line, graph.readsFrom(event)) + nameless(names.apply(graph.location(event)));
                case WRITE, RMW_WRITE ->
                    head + number(line, graph.moBefore(event)) + nameless(names.apply(graph.location(event)));
                case CHOICE, START, JOIN -> head + " " + graph.value(event);
                default -> head;
            });
        }
        return lines;
    }

    private static String number(int[] line, int event) {
        return " " + (event < 0 ? 0 : line[event] + 1) + " ";
    }

    /** The name of a place without what tells objects of one class apart, on one line. */
    static String nameless(String place) {
        return place.replaceAll("#\\d+", "").replaceAll("\\s+", " ").strip();
    }

    /**
     * Reads what {@link #lines} wrote.
     *
     * @param lines the lines; empty ones do not count
     * @return the execution
     * @throws IllegalArgumentException if a line is none of an execution
     */
    public static Pin parse(List<String> lines) {
        List<String> full = lines.stream().map(String::strip).filter(each -> !each.isEmpty()).toList();
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < full.size(); i++) {
            events.add(event(i, full.get(i), full.size()));
        }
        if (events.isEmpty()) {
            throw new IllegalArgumentException("an execution has at least one line");
        }
        return new Pin(events);
    }

    private static Event event(int index, String text, int count) {
        String[] words = text.split(" ", 4);
        try {
            int thread = Integer.parseInt(words[0]);
            StepKind kind = StepKind.valueOf(words[1].toUpperCase(Locale.ROOT));
            Event event = switch (kind) {
                case READ, RMW_READ, WRITE, RMW_WRITE ->
                    new Event(thread, kind, Integer.parseInt(words[2]) - 1, words[3].strip());
                case CHOICE, START, JOIN -> new Event(thread, kind, Integer.parseInt(words[2]), "");
                case FENCE, EXPIRE -> new Event(thread, kind, 0, "");
                default -> throw new IllegalArgumentException(words[1] + " is no event");
            };
            boolean related = !event.touchesMemory() || event.related >= INITIAL
                    && event.related < (event.isRead() ? index : count) && event.related != index;
            if (thread < 0 || !related) {
                throw new IllegalArgumentException("a number is out of range");
            }
            return event;
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException wrong) {
            throw new IllegalArgumentException("line " + (index + 1) + " of the execution, '" + text
                    + "', is not as it was written: " + wrong.getMessage(), wrong);
        }
    }

    /** The names of the places that it touches. */
    List<String> places() {
        return events.stream().filter(Event::touchesMemory).map(Event::place).distinct().toList();
    }

    /** What a reader calls a step. */
    static String word(StepKind kind) {
        return switch (kind) {
            case RMW_READ -> "exchange";
            case RMW_WRITE -> "write by an exchange";
            default -> kind.name().toLowerCase(Locale.ROOT);
        };
    }
}
