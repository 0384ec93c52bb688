package dev.baton.bench.footprint;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.openjdk.jol.vm.VM;

/**
 * Bytes of everything that an object refers to. Threads, classes and enum constants belong to others and are left out.
 */
final class ObjectGraph {
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Object> open = new ArrayDeque<>();
    private final Map<Class<?>, List<Field>> references = new HashMap<>();

    private ObjectGraph() {}

    static long bytes(Object root) throws IllegalAccessException {
        return new ObjectGraph().sum(root);
    }

    private long sum(Object root) throws IllegalAccessException {
        long bytes = 0;
        visit(root);
        while (!open.isEmpty()) {
            Object object = open.pop();
            bytes += VM.current().sizeOf(object);
            if (object instanceof Object[] array) {
                for (Object element : array) {
                    visit(element);
                }
            } else if (!object.getClass().isArray()) {
                for (Field field : references.computeIfAbsent(object.getClass(), ObjectGraph::referencesOf)) {
                    visit(field.get(object));
                }
            }
        }
        return bytes;
    }

    private void visit(@Nullable Object object) {
        if (object != null && !(object instanceof Thread) && !(object instanceof Class) && !(object instanceof Enum)
                && seen.add(object)) {
            open.push(object);
        }
    }

    private static List<Field> referencesOf(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    field.setAccessible(true);
                    fields.add(field);
                }
            }
        }
        return fields;
    }
}
