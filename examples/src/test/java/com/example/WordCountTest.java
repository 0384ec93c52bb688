package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WordCountTest {
    @Test
    void countsAllWords() throws InterruptedException {
        List<String> text = Collections.nCopies(1_000, "to be, or not to be");
        assertEquals(Map.of("to", 2_000, "be", 2_000, "or", 1_000, "not", 1_000), new WordCount().count(text));
    }

    @Test
    void stopsInTheMiddle() throws InterruptedException {
        WordCount count = new WordCount();
        count.stop();
        Map<String, Integer> counted = count.count(Collections.nCopies(1_000, "stop"));
        assertTrue(counted.isEmpty());
    }
}
