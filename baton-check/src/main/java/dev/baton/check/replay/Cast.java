package dev.baton.check.replay;

import dev.baton.check.event.SearchThread;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The threads of a program, by number: those that the check starts, and those that they start. */
@SuppressWarnings("ReferenceEquality") // which thread it is, is the question here
final class Cast {
    /** A thread of the program. */
    static final class Entry {
        final int number;
        final Thread object;
        final Runnable body;
        final String name;

        Entry(int number, Thread object, Runnable body, String name) {
            this.number = number;
            this.object = object;
            this.body = body;
            this.name = name;
        }
    }

    private volatile Entry[] entries = new Entry[16];
    private int count;
    private int actors;
    private final Map<Identity, Entry> startable = new HashMap<>();

    /** Enters a thread that the check itself starts. */
    synchronized int addActor(Thread object, Runnable body, String name) {
        actors++;
        return add(object, body, name).number;
    }

    private Entry add(Thread object, Runnable body, String name) {
        if (count == entries.length) {
            entries = Arrays.copyOf(entries, count * 2);
        }
        Entry entry = new Entry(count, object, body, name);
        entries[count++] = entry;
        return entry;
    }

    Entry entry(int number) {
        return entries[number];
    }

    /** The number of a thread that is known by this very object, or -1. */
    synchronized int number(Object object) {
        for (int i = 0; i < count; i++) {
            if (entries[i].object == object) {
                return i;
            }
        }
        return -1;
    }

    /** The thread that this object stands for, whoever starts it, if anybody does. */
    synchronized Entry of(Identity identity, Runnable body) {
        Thread canonical = (Thread) identity.canonical;
        int known = number(canonical);
        if (known >= 0) {
            return entries[known];
        }
        return startable.computeIfAbsent(identity, key -> {
            SearchThread.learned();
            return add(canonical, body, freeName(ThreadTraits.given(canonical)));
        });
    }

    private String freeName(String wanted) {
        if (wanted.isEmpty()) {
            return freeName("T" + count);
        }
        String name = wanted;
        for (int i = 2; isTaken(name); i++) {
            name = wanted + "#" + i;
        }
        return name;
    }

    private boolean isTaken(String name) {
        return Arrays.stream(entries, 0, count).anyMatch(entry -> entry.name.equals(name));
    }

    /** The check itself starts it, so it is alive from the beginning. */
    synchronized boolean startsWithTheCheck(int number) {
        return number < actors;
    }

    synchronized String name(int number) {
        return number < count ? entries[number].name : "T" + number;
    }

    synchronized int size() {
        return count;
    }
}
