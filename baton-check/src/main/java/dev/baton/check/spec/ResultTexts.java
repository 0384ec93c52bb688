package dev.baton.check.spec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Results of calls as texts and, in execution graphs, as numbers of texts. Two results are the same if a reader sees the
 * same: the class under check and the specification live in different worlds, where no object equals one of the other.
 */
public final class ResultTexts {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> texts = new ArrayList<>();

    /** Without texts at first. */
    public ResultTexts() {}

    /**
     * The number of a text, the same for the same text.
     *
     * @param text the text
     * @return its number, from 0
     */
    public synchronized int number(String text) {
        return numbers.computeIfAbsent(text, each -> {
            texts.add(each);
            return texts.size() - 1;
        });
    }

    /**
     * The text of a number.
     *
     * @param number the number
     * @return the text
     */
    public synchronized String text(int number) {
        return texts.get(number);
    }

    /**
     * A result in words: of an exception its class, of a string the string in quotes, of another object what it says itself
     * or, if it says nothing but its identity, its class.
     *
     * @param result the result
     * @return its text
     */
    public static String render(@Nullable Object result) {
        return switch (result) {
            case null -> "null";
            case String text -> "\"" + text + "\"";
            case Character character -> "'" + character + "'";
            case Throwable thrown -> thrown.getClass().getSimpleName();
            case Object[] array -> Arrays.stream(array).map(ResultTexts::render).toList().toString();
            case int[] array -> Arrays.toString(array);
            case long[] array -> Arrays.toString(array);
            case byte[] array -> Arrays.toString(array);
            case boolean[] array -> Arrays.toString(array);
            case char[] array -> Arrays.toString(array);
            case short[] array -> Arrays.toString(array);
            case double[] array -> Arrays.toString(array);
            case float[] array -> Arrays.toString(array);
            default -> isNamed(result) ? result.toString() : result.getClass().getSimpleName();
        };
    }

    private static boolean isNamed(Object result) {
        try {
            return result.getClass().getMethod("toString").getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException e) {
            return true;
        }
    }
}
