package dev.baton.check.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Texts by number, the same number for the same text. */
final class NumberedTexts {
    private final List<String> texts = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();

    synchronized long number(String text) {
        return numbers.computeIfAbsent(text, key -> {
            texts.add(key);
            return texts.size() - 1;
        });
    }

    synchronized String text(long number) {
        return number < texts.size() ? texts.get((int) number) : "";
    }
}
