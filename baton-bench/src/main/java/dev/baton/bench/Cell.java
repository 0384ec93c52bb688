package dev.baton.bench;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One point of a suite's grid: a value for each parameter of the benchmark but the peer.
 *
 * @param values by parameter, in the order in which people read them
 */
public record Cell(Map<String, String> values) {
    public Cell {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** Value of a parameter. */
    public String get(String parameter) {
        String value = values.get(parameter);
        if (value == null) {
            throw new IllegalArgumentException("no parameter is called " + parameter);
        }
        return value;
    }

    /** Value of a parameter that is a number. */
    public int number(String parameter) {
        return Integer.parseInt(get(parameter));
    }

    /** Whether a parameter has the value. */
    public boolean is(String parameter, String value) {
        return get(parameter).equals(value);
    }

    /** The same point without the parameters given. */
    Cell without(String parameter) {
        Map<String, String> rest = new LinkedHashMap<>(values);
        rest.remove(parameter);
        return new Cell(rest);
    }

    /** How people and files name it: {@code permits=8 threads=64 virtual}. */
    public String label() {
        return values.entrySet().stream()
                .map(entry -> entry.getKey().equals("kind")
                        ? entry.getValue()
                        : entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" "));
    }

    @Override
    public String toString() {
        return label();
    }
}
