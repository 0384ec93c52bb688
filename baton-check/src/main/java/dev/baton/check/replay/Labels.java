package dev.baton.check.replay;

import java.util.HashMap;
import java.util.Map;

/** What a reader calls classes and objects: as short as tells them apart. */
final class Labels {
    private final Map<Class<?>, String> types = new HashMap<>();
    private final Map<String, Class<?>> taken = new HashMap<>();
    private final Map<Class<?>, Integer> counts = new HashMap<>();

    /** A label for the next object of a class: {@code Node#2}. */
    synchronized String next(Class<?> type) {
        return of(type) + "#" + counts.merge(type, 1, Integer::sum);
    }

    /**
     * The label of a class: its simple name, or more of its name if another class has that already. The first class that
     * is met has the shortest.
     */
    synchronized String of(Class<?> type) {
        if (type.isArray()) {
            return of(type.getComponentType()) + "[]";
        }
        String known = types.get(type);
        if (known == null) {
            known = shortest(type);
            types.put(type, known);
            taken.put(known, type);
        }
        return known;
    }

    private String shortest(Class<?> type) {
        String simple = simple(type);
        String full = SourceFrames.undo(type.getName()).replace('$', '.');
        if (!taken.containsKey(simple) || !full.endsWith("." + simple)) {
            return simple;
        }
        int from = full.length() - simple.length() - 1;
        while (from > 0) {
            from = full.lastIndexOf('.', from - 1);
            String longer = full.substring(from + 1);
            if (!taken.containsKey(longer)) {
                return longer;
            }
        }
        return full;
    }

    private static String simple(Class<?> type) {
        String name = type.getName().substring(type.getName().lastIndexOf('.') + 1);
        if (type.isHidden()) {
            return name.replaceAll("\\$\\$Lambda.*", "\\$lambda");
        }
        return type.getSimpleName().isEmpty() ? name : type.getSimpleName();
    }
}
