package dev.baton.check.replay;

import java.util.ArrayList;
import java.util.List;

/** What a thread under check printed and logged in this run, line by line. No step: nobody else can read it. */
final class Sayings {
    /** A thread that prints without end must not fill the memory. */
    private static final int MOST_LINES = 500;
    private static final int LONGEST = 400;

    private final List<String> lines = new ArrayList<>();
    private final StringBuilder open = new StringBuilder();

    void reset() {
        lines.clear();
        open.setLength(0);
    }

    /** Adds text to what the thread under check that runs this code said; the set-up is not shown. */
    static void say(String text) {
        SimThread self = Strand.currentOrNull();
        if (self != null && self.setupDepth == 0) {
            self.sayings.add(text);
        }
    }

    private void add(String text) {
        int from = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
            append(text.substring(from, end));
            close();
            from = end + 1;
        }
        append(text.substring(from));
    }

    private void append(String piece) {
        open.append(piece, 0, Math.max(0, Math.min(piece.length(), LONGEST - open.length())));
    }

    private void close() {
        if (lines.size() < MOST_LINES) {
            lines.add(open.toString().stripTrailing());
        }
        open.setLength(0);
    }

    /**
     * The lines so far.
     *
     * @param all also one that no line end has closed yet
     */
    List<String> lines(boolean all) {
        List<String> said = new ArrayList<>(lines);
        if (all && !open.isEmpty()) {
            said.add(open.toString());
        }
        return said;
    }
}
