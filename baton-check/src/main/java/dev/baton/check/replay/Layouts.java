package dev.baton.check.replay;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The layouts of a program's classes. */
final class Layouts {
    private final Map<Class<?>, Layout> layouts = new ConcurrentHashMap<>();

    Layout of(Class<?> type) {
        Layout layout = layouts.get(type);
        return layout != null ? layout : layouts.computeIfAbsent(type, Layout::ofInstance);
    }
}
