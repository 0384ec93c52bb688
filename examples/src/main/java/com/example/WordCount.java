package com.example;

import dev.baton.Channel;
import dev.baton.Event;
import dev.baton.Select;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Counts words: one thread sends lines, some workers take them apart, and one thread adds up. Each stage waits for the next
 * by a channel with room for a few elements, so none runs ahead. A stop ends all of them, and nothing counted is lost.
 */
public final class WordCount {
    private static final int WORKERS = 4;

    private final Channel<String> lines = Channel.buffered(16);
    private final Channel<String> words = Channel.buffered(64);
    private final Event stop = Event.manualReset();

    /** Lets the workers end after the line that each of them has. */
    public void stop() {
        stop.set();
    }

    /** The words of the text, and how often each occurs. */
    public Map<String, Integer> count(List<String> text) throws InterruptedException {
        Map<String, Integer> counts = new TreeMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.submit(() -> {
                for (String line : text) {
                    lines.send(line); // waits while the workers are behind
                }
                return lines.close();
            });
            threads.submit(() -> {
                try (ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor()) {
                    for (int i = 0; i < WORKERS; i++) {
                        workers.submit(this::takeLinesApart);
                    }
                } // waits for all of them
                lines.close();
                lines.forEach(unread -> {}); // a reader that waits for room can end
                return words.close();
            });
            words.forEach(word -> counts.merge(word, 1, Integer::sum));
        }
        return counts;
    }

    private Void takeLinesApart() throws InterruptedException {
        Select<Boolean> next = Select.<Boolean>prioritized()
                .onSet(stop, () -> false)
                .onReceiveOrClosed(lines, line -> line.map(this::sendWords).orElse(false))
                .onTimeout(Duration.ofMinutes(1), () -> false);
        while (next.select()) {
            // goes on until the text ends, the stop comes, or nothing comes for a minute
        }
        return null;
    }

    private boolean sendWords(String line) {
        for (String word : line.toLowerCase().split("\\W+")) {
            if (!word.isEmpty()) {
                words.sendUninterruptibly(word);
            }
        }
        return true;
    }

    /** Counts the words of the arguments. */
    public static void main(String[] arguments) throws InterruptedException {
        new WordCount().count(List.of(arguments)).forEach((word, count) -> System.out.println(count + " " + word));
    }
}
