package dev.baton.testing;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The objects of the library, and arrays, that can be reached from one of them; threads and enum constants do not count. */
public final class Reachable {
    private Reachable() {}

    /** {@return how many objects of each class there are} */
    public static Map<String, Integer> from(Object root) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> open = new ArrayDeque<>();
        Map<String, Integer> counts = new TreeMap<>();
        visit(root, seen, open);
        while (!open.isEmpty()) {
            Object object = open.pop();
            counts.merge(object.getClass().getSimpleName(), 1, Integer::sum);
            if (object instanceof Object[] array) {
                for (Object element : array) {
                    visit(element, seen, open);
                }
            } else {
                for (Class<?> type = object.getClass(); isOurs(type); type = type.getSuperclass()) {
                    visitFields(object, type, seen, open);
                }
            }
        }
        return counts;
    }

    private static void visitFields(Object object, Class<?> type, Set<Object> seen, Deque<Object> open) {
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                try {
                    field.setAccessible(true);
                    visit(field.get(object), seen, open);
                } catch (IllegalAccessException closed) {
                    throw new AssertionError(closed);
                }
            }
        }
    }

    private static void visit(Object object, Set<Object> seen, Deque<Object> open) {
        boolean counts = object instanceof Object[] || (object != null && isOurs(object.getClass()));
        if (counts && !(object instanceof Enum<?>) && seen.add(object)) {
            open.push(object);
        }
    }

    private static boolean isOurs(Class<?> type) {
        return type.getName().startsWith("dev.baton.") && !type.isHidden();
    }
}
