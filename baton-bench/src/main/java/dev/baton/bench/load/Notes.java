package dev.baton.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;

import org.HdrHistogram.Histogram;

/**
 * What a forked JVM tells the run beside the scores: its latencies, or that it hung. One line a note, in a file that
 * the run names by a system property; without it (JMH started by hand) notes are dropped.
 *
 * @param latencies histograms of nanoseconds
 * @param hangs     reasons of the watchdog
 * @param stacks    what the threads of a JVM that hung were doing
 */
public record Notes(List<Histogram> latencies, List<String> hangs, List<String> stacks) {
    /** System property: the file. */
    public static final String FILE = "baton.bench.notes";
    private static final String LATENCY = "latency ";
    private static final String HUNG = "hung ";
    private static final String STACKS = "stacks ";

    /** Notes the latencies of a trial. */
    public static void latencies(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        append(LATENCY + Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length)));
    }

    static void hung(String reason, String stacks) {
        append(HUNG + reason);
        append(STACKS + Base64.getEncoder().encodeToString(stacks.getBytes(StandardCharsets.UTF_8)));
        if (System.getProperty(FILE) == null) {
            System.err.println(reason + "\n" + stacks);
        }
    }

    private static void append(String line) {
        String file = System.getProperty(FILE);
        if (file == null) {
            return;
        }
        try {
            Files.writeString(Path.of(file), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Reads what was noted; a file that does not exist holds nothing. */
    public static Notes read(Path file) throws IOException {
        Notes notes = new Notes(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        if (!Files.exists(file)) {
            return notes;
        }
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith(LATENCY)) {
                byte[] bytes = Base64.getDecoder().decode(line.substring(LATENCY.length()));
                try {
                    notes.latencies.add(Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0));
                } catch (DataFormatException broken) {
                    throw new IOException("unreadable latencies in " + file, broken);
                }
            } else if (line.startsWith(HUNG)) {
                notes.hangs.add(line.substring(HUNG.length()));
            } else if (line.startsWith(STACKS)) {
                byte[] bytes = Base64.getDecoder().decode(line.substring(STACKS.length()));
                notes.stacks.add(new String(bytes, StandardCharsets.UTF_8));
            }
        }
        return notes;
    }
}
