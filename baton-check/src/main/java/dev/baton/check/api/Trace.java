package dev.baton.check.api;

import dev.baton.check.event.BlockReason;
import dev.baton.check.event.StepKind;
import dev.baton.check.explore.Program;
import dev.baton.check.explore.Violation;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.ExecutionGraph;
import dev.baton.check.replay.Image;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A violating execution as text: one event per line in an order in which it can happen, with its thread, its place in
 * the source, its value, and for a read the line of the write it saw.
 */
final class Trace {
    private final Violation violation;
    private final ExecutionGraph graph;
    private final Program program;
    private final Image image;
    private final int[] lineOf;

    Trace(Violation violation, Program program, Image image) {
        this.violation = violation;
        this.graph = violation.graph();
        this.program = program;
        this.image = image;
        this.lineOf = new int[graph.size()];
    }

    String text() {
        List<String[]> rows = new ArrayList<>();
        for (Violation.Move move : violation.replay()) {
            int event = move.event();
            if (event >= 0 && event < graph.size() && isShown(event)) {
                lineOf[event] = rows.size() + 1;
                rows.add(new String[]{Integer.toString(rows.size() + 1), image.threadName(graph.thread(event)),
                        place(graph.site(event)), what(event), note(event)});
            }
        }
        StringBuilder text = new StringBuilder();
        text.append(headline()).append('\n');
        table(rows, text);
        for (Violation.Waiting waiting : violation.waiting()) {
            text.append("   ").append(image.threadName(waiting.thread())).append(" waits for ever ")
                    .append(reason(waiting.reason())).append(place(waiting.site())).append('\n');
        }
        explainOrders(text);
        return text.toString();
    }

    /** Says where the order of writes in memory is not that of the lines. */
    private void explainOrders(StringBuilder text) {
        Set<Integer> said = new HashSet<>();
        for (int event = 0; event < graph.size(); event++) {
            if (graph.isWrite(event) && graph.moBefore(event) != Execution.INIT
                    && lineOf[graph.moBefore(event)] > lineOf[event] && said.add(graph.location(event))) {
                text.append("   ").append(location(event)).append(": memory orders its writes ")
                        .append(order(graph.location(event))).append('\n');
            }
        }
    }

    private String order(int location) {
        List<Integer> writes = new ArrayList<>();
        int last = Execution.INIT;
        boolean found = true;
        while (found) {
            found = false;
            for (int event = 0; event < graph.size() && !found; event++) {
                if (graph.isWrite(event) && graph.location(event) == location && graph.moBefore(event) == last
                        && !writes.contains(event)) {
                    writes.add(event);
                    last = event;
                    found = true;
                }
            }
        }
        StringBuilder text = new StringBuilder();
        for (int write : writes) {
            text.append(text.isEmpty() ? "" : ", then ").append("line ").append(lineOf[write]).append(" (")
                    .append(value(write)).append(')');
        }
        return text.toString();
    }

    private String headline() {
        return switch (violation.kind()) {
            case ASSERTION, EXCEPTION -> "In " + image.threadName(violation.thread()) + ": " + violation.message();
            case AWAIT_TERMINATION -> "Await termination: " + violation.message();
            case PLAIN_POLLING -> "Plain polling: " + violation.message();
            default -> violation.message();
        };
    }

    private static String reason(BlockReason reason) {
        return switch (reason) {
            case PARK -> "parked at ";
            case MONITOR -> "for the monitor at ";
            case JOIN -> "for the end of a thread at ";
            default -> "in the loop that closes at ";
        };
    }

    /** An exchange is one line: that of its write. */
    private boolean isShown(int event) {
        return graph.kind(event) != StepKind.RMW_READ || !hasWriteHalf(event);
    }

    private boolean hasWriteHalf(int read) {
        return writeHalf(read) >= 0;
    }

    private int writeHalf(int read) {
        for (int event = 0; event < graph.size(); event++) {
            if (graph.kind(event) == StepKind.RMW_WRITE && graph.thread(event) == graph.thread(read)
                    && graph.index(event) == graph.index(read) + 1) {
                return event;
            }
        }
        return -1;
    }

    private int readHalf(int write) {
        for (int event = 0; event < graph.size(); event++) {
            if (graph.kind(event) == StepKind.RMW_READ && graph.thread(event) == graph.thread(write)
                    && graph.index(event) == graph.index(write) - 1) {
                return event;
            }
        }
        return -1;
    }

    private String what(int event) {
        String mode = graph.mode(event).name().toLowerCase(Locale.ROOT);
        return switch (graph.kind(event)) {
            case READ, RMW_READ -> "read  " + location(event) + " = " + value(event) + "  [" + mode + "]";
            case WRITE -> "write " + location(event) + " = " + value(event) + "  [" + mode + "]";
            case RMW_WRITE -> "swap  " + location(event) + ": " + value(readHalf(event)) + " -> " + value(event) + "  ["
                    + mode + "]";
            case FENCE -> mode + " fence";
            case START -> "starts " + image.threadName((int) graph.value(event));
            case JOIN -> "joins " + image.threadName((int) graph.value(event));
            case CHOICE -> "choice " + graph.value(event);
            default -> "";
        };
    }

    private String location(int event) {
        return program.describeLocation(graph.location(event));
    }

    private String value(int event) {
        return program.describeValue(graph.location(event), graph.value(event));
    }

    private String note(int event) {
        int read = graph.kind(event) == StepKind.RMW_WRITE ? readHalf(event) : event;
        if (!graph.isRead(read)) {
            return "";
        }
        int from = graph.readsFrom(read);
        return from == Execution.INIT ? "from the set-up" : "from " + lineOf[from];
    }

    private String place(int site) {
        String described = program.describeSite(site);
        return described;
    }

    private static void table(List<String[]> rows, StringBuilder text) {
        int[] width = new int[5];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                width[i] = Math.max(width[i], row[i].length());
            }
        }
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                String cell = row[i];
                String pad = " ".repeat(width[i] - cell.length());
                line.append(i == 0 ? pad + cell : cell + pad).append("  ");
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
    }
}
