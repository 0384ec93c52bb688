package dev.baton.check.replay;

import dev.baton.check.event.Machine;
import dev.baton.check.program.Site;
import dev.baton.check.program.Sites;
import dev.baton.check.program.UnmodelledException;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jdk.internal.misc.Unsafe;

/**
 * One program under check as all its replays share it: the heap the set-up left behind, and the names of objects,
 * places, threads and outcomes.
 */
/*
 * Overview
 *   The set-up runs once. From then on its objects are never written: a thread's writes go to the execution graph
 *   and its reads come from there, so the Java heap stays what it was before the first event, and that is what
 *   initialValue reports. A replay therefore needs no set-up of its own, and workers share one image.
 *
 *   The objects that a thread makes get a name when the thread first offers them to others, all that one reference
 *   leads to together: thread, ordinal, and of each its class, array length and the values of its final fields
 *   (Name). For each of them there is one canonical object that holds just the final fields; every thread that reads
 *   the reference is given that one. So a reference means the same in every replay, and a thread can run without the
 *   thread that made the object being run at all.
 *
 * Invariants
 *   - a canonical object is complete before its name can be found
 *   - numbers are handed out under the lock of the image, and never change
 */
@SuppressWarnings("ReferenceEquality") // which object it is, is the question here
public final class Image {
    /** Name of the objects that a thread of the program offered together: the first one's number, and what is in all. */
    record Name(int thread, int first, List<Object> content) {}

    private record LateFinal(Class<?> owner, String name) {}

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

    public final Sites sites;
    final Settings settings;
    /** Beginnings and ends of threads are events. */
    volatile boolean lives;
    /** Some thread joins another, or interrupts another. */
    volatile boolean joins;
    volatile boolean interrupts;
    final SpinRules spins = new SpinRules();

    private final Map<Name, Shadow[]> names = new ConcurrentHashMap<>();
    private final Map<Object, Shadow> values = new ConcurrentHashMap<>();
    private final Map<Class<?>, Layout> layouts = new ConcurrentHashMap<>();
    private final Map<Class<?>, Shadow> statics = new ConcurrentHashMap<>();
    private final Map<Integer, Shadow> threadShadows = new ConcurrentHashMap<>();
    private final IdentityHashMap<Object, Tag> foreign = new IdentityHashMap<>();
    private final Map<Shadow, Entry> startable = new HashMap<>();
    private final Map<Class<?>, Integer> counts = new HashMap<>();
    private volatile Shadow[] shadows = new Shadow[256];
    private int shadowCount = 1;
    private volatile Shadow[] locationShadow = new Shadow[256];
    private volatile int[] locationIndex = new int[256];
    private int locationCount;
    private volatile Entry[] entries = new Entry[16];
    private int entryCount;
    private int actorCount;
    private final List<String> outcomes = new ArrayList<>();
    private final Map<String, Integer> outcomeNumbers = new HashMap<>();
    /** Final fields that are assigned when others may know the object already. */
    private final Set<LateFinal> lateFinals = ConcurrentHashMap.newKeySet();
    private final IdentityHashMap<Object, String> rootNames = new IdentityHashMap<>();

    public Image(Sites sites, Settings settings) {
        this.sites = sites;
        this.settings = settings;
    }

    /** What the program believes to run on. */
    public Machine machine() {
        return settings.machine();
    }

    /** The loader of the program's classes. */
    public ClassLoader loader() {
        return settings.loader();
    }

    // ---- objects

    Layout layout(Class<?> type) {
        Layout layout = layouts.get(type);
        return layout != null ? layout : layouts.computeIfAbsent(type, Layout::ofInstance);
    }

    Shadow statics(Class<?> type) {
        Shadow shadow = statics.get(type);
        if (shadow == null) {
            Layout layout = Layout.ofStatics(type);
            synchronized (this) {
                shadow = statics.get(type);
                if (shadow == null) {
                    shadow = add(null, layout, layout.slots.length, true, simpleName(type));
                    statics.put(type, shadow);
                }
            }
        }
        return shadow;
    }

    /** Hidden places of a thread: its permit, its interrupt flag, its notification, its life. */
    Shadow ofThread(int number) {
        Shadow shadow = threadShadows.get(number);
        if (shadow == null) {
            synchronized (this) {
                shadow = threadShadows.get(number);
                if (shadow == null) {
                    shadow = add(null, null, 5, true, "thread " + number);
                    threadShadows.put(number, shadow);
                }
            }
        }
        return shadow;
    }

    Shadow shadow(long id) {
        return shadows[(int) id];
    }

    /** The tag of an object of a class that is not rewritten, if it is shared; else null. */
    synchronized Tag foreignTag(Object object) {
        return foreign.get(object);
    }

    /** Says that an array or an object of the JDK was made by the set-up or is reached from there. */
    synchronized Tag adopt(Object object) {
        return foreign.computeIfAbsent(object, key -> new Tag(-1, true));
    }

    /** The same for what is reached through objects without state of their own: lambdas, immutable lists. */
    synchronized void adoptDeep(Object object) {
        if (object == null || object instanceof Tagged || Foreign.of(object) == Foreign.VALUE
                || foreign.containsKey(object)) {
            return;
        }
        adopt(object);
        if (Foreign.of(object) == Foreign.DEEP) {
            for (Layout.Slot slot : layout(object.getClass()).slots) {
                if (slot.kind() == 'L') {
                    adoptDeep(slot.readReference(object));
                }
            }
        }
    }

    /** Says that what these lambdas captured was made by the set-up. */
    public void adoptAll(Iterable<?> lambdas) {
        lambdas.forEach(this::adoptDeep);
    }

    /** Names a thing the set-up made. */
    synchronized Shadow nameSetup(Object object, Tag tag) {
        if (tag.shadow == null) {
            String root = rootNames.get(object);
            tag.shadow = create(object, object, true, root != null ? root : ordinalName(object.getClass()));
        }
        return tag.shadow;
    }

    /** Gives a set-up object the name a reader knows it by. */
    public synchronized void nameRoot(Object object, String name) {
        rootNames.putIfAbsent(object, name);
    }

    /** The name of a value: everything equal to it has the same one. */
    Shadow ofValue(Object value) {
        Shadow shadow = values.get(value);
        if (shadow == null) {
            synchronized (this) {
                shadow = values.get(value);
                if (shadow == null) {
                    shadow = add(value, null, 0, true, value instanceof String s ? '"' + s + '"' : value.toString());
                    values.put(value, shadow);
                }
            }
        }
        return shadow;
    }

    /** The tag of such a value: anybody may hold it. */
    Tag valueTag(Object value) {
        Shadow shadow = ofValue(value);
        Tag tag = new Tag(-1, true);
        tag.shadow = shadow;
        return tag;
    }

    Shadow[] find(Name name) {
        return names.get(name);
    }

    /** Makes the shadow of a new object with a canonical object that is yet to be filled; the caller holds the lock. */
    Shadow create(Object model, Object canonical, boolean setup, String name) {
        Class<?> type = model.getClass();
        if (type.isArray()) {
            Shadow shadow = add(canonical, null, Array.getLength(model), setup, name);
            shadow.elementKind = Raw.kind(type.getComponentType());
            return shadow;
        }
        Layout layout = model instanceof Tagged ? layout(type) : null;
        return add(canonical, layout, layout == null ? 0 : layout.slots.length, setup, name);
    }

    /** The canonical object for a thing like {@code model}: an empty one of its kind, or the thing itself. */
    Object canonicalFor(Object model) {
        Class<?> type = model.getClass();
        if (type.isArray()) {
            return Array.newInstance(type.getComponentType(), Array.getLength(model));
        }
        if (!(model instanceof Tagged)) {
            if (model instanceof Thread thread) {
                return new Thread(null, null, thread.getName(), 0, false);
            }
            if (Foreign.of(model) != Foreign.DEEP && !(model instanceof Throwable)) {
                return model;
            }
        }
        try {
            return Unsafe.getUnsafe().allocateInstance(type);
        } catch (InstantiationException e) {
            throw new UnmodelledException("cannot share an object of " + type.getName(), e);
        }
    }

    /** Enters a new name, its canonical objects now complete; the caller holds the lock. */
    void enter(Name name, Shadow[] named) {
        for (Shadow shadow : named) {
            Tag tag = new Tag(0, true);
            tag.shadow = shadow;
            if (shadow.canonical instanceof Tagged tagged) {
                tagged.$batonTag(tag);
            } else {
                foreign.putIfAbsent(shadow.canonical, tag);
            }
        }
        names.put(name, named);
    }

    String ordinalName(Class<?> type) {
        int number = counts.merge(type, 1, Integer::sum);
        return simpleName(type) + "#" + number;
    }

    static String simpleName(Class<?> type) {
        String name = type.getName();
        if (type.isArray()) {
            return simpleName(type.getComponentType()) + "[]";
        }
        if (type.isHidden()) {
            return name.substring(name.lastIndexOf('.') + 1).replaceAll("\\$\\$Lambda.*", "\\$lambda");
        }
        String simple = type.getSimpleName();
        return simple.isEmpty() ? name.substring(name.lastIndexOf('.') + 1) : simple;
    }

    private Shadow add(Object canonical, Layout layout, int size, boolean setup, String name) {
        if (shadowCount == shadows.length) {
            shadows = Arrays.copyOf(shadows, shadowCount * 2);
        }
        Shadow shadow = new Shadow(shadowCount, canonical, layout, size, setup, name);
        shadows[shadowCount++] = shadow;
        return shadow;
    }

    // ---- final fields that come late

    /** Notes one; whether it is new. */
    boolean addLateFinal(Layout.Slot slot) {
        return lateFinals.add(new LateFinal(slot.declaring(), slot.name()));
    }

    boolean hasLateFinals() {
        return !lateFinals.isEmpty();
    }

    boolean isLateFinal(Layout.Slot slot) {
        return !lateFinals.isEmpty() && lateFinals.contains(new LateFinal(slot.declaring(), slot.name()));
    }

    // ---- places

    /** The number of a place: {@code index} counts hidden places first, then fields or elements. */
    int location(Shadow shadow, int index) {
        int known = shadow.locations[index];
        return known != 0 ? known - 1 : newLocation(shadow, index);
    }

    private synchronized int newLocation(Shadow shadow, int index) {
        if (shadow.locations[index] == 0) {
            if (locationCount == locationIndex.length) {
                locationIndex = Arrays.copyOf(locationIndex, locationCount * 2);
                locationShadow = Arrays.copyOf(locationShadow, locationCount * 2);
            }
            locationShadow[locationCount] = shadow;
            locationIndex[locationCount] = index;
            shadow.locations[index] = ++locationCount;
        }
        return shadow.locations[index] - 1;
    }

    char kind(int location) {
        Shadow shadow = locationShadow[location];
        int index = locationIndex[location] - Shadow.HIDDEN;
        if (index < 0) {
            return 'I';
        }
        return shadow.layout != null ? shadow.layout.slots[index].kind() : shadow.elementKind;
    }

    long initialValue(int location) {
        Shadow shadow = locationShadow[location];
        int index = locationIndex[location] - Shadow.HIDDEN;
        if (index < 0) {
            return 0;
        }
        if (isThread(shadow)) {
            return index == ThreadCalls.LIFE && startsWithTheCheck(number(shadow)) ? ThreadCalls.ALIVE : 0;
        }
        if (shadow.layout == null) {
            return shadow.elementKind == 'L'
                    ? idOfSetup(((Object[]) shadow.canonical)[index])
                    : Raw.element(shadow.canonical, index);
        }
        Layout.Slot slot = shadow.layout.slots[index];
        return slot.kind() == 'L' ? idOfSetup(slot.readReference(shadow.canonical)) : slot.read(shadow.canonical);
    }

    /** The name of an object that the set-up reached. */
    long idOfSetup(Object object) {
        if (object == null) {
            return 0;
        }
        Tag tag;
        if (object instanceof Tagged tagged) {
            tag = tagged.$batonTag();
            if (tag == null) {
                synchronized (this) {
                    tag = tagged.$batonTag();
                    if (tag == null) {
                        tag = new Tag(-1, true);
                        tagged.$batonTag(tag);
                    }
                }
            }
        } else if (Foreign.of(object) == Foreign.VALUE) {
            return ofValue(object).id;
        } else {
            tag = adopt(object);
        }
        return nameSetup(object, tag).id;
    }

    private static boolean isThread(Shadow shadow) {
        return shadow.canonical == null && shadow.layout == null;
    }

    String describeLocation(int location) {
        Shadow shadow = locationShadow[location];
        int index = locationIndex[location];
        if (index < Shadow.HIDDEN) {
            return shadow.name + (index == Shadow.MONITOR ? ".monitor" : ".waiters");
        }
        index -= Shadow.HIDDEN;
        if (isThread(shadow)) {
            return threadName(shadow) + List.of(".permit", ".interrupted", ".notified", ".life", ".clock").get(index);
        }
        return shadow.layout != null
                ? shadow.name + "." + shadow.layout.slots[index].name()
                : shadow.name + "[" + index + "]";
    }

    private static int number(Shadow thread) {
        return Integer.parseInt(thread.name.substring("thread ".length()));
    }

    private synchronized boolean startsWithTheCheck(int number) {
        return number < actorCount;
    }

    private String threadName(Shadow shadow) {
        int number = number(shadow);
        return number < entryCount ? entries[number].name : shadow.name;
    }

    String describeValue(int location, long value) {
        int index = locationIndex[location];
        if (index < Shadow.HIDDEN || isThread(locationShadow[location])) {
            return Long.toString(value);
        }
        char kind = kind(location);
        return kind != 'L' ? Raw.show(kind, value) : value == 0 ? "null" : describe(value);
    }

    private String describe(long id) {
        Shadow shadow = shadows[(int) id];
        if (shadow.canonical instanceof Thread thread) {
            for (int i = 0; i < entryCount; i++) {
                if (entries[i].object == thread) {
                    return entries[i].name;
                }
            }
        }
        return shadow.name;
    }

    String describeSite(int site) {
        Site found = site == 0 ? null : sites.get(site);
        return found == null ? "" : found.toString();
    }

    // ---- threads and outcomes

    /** Enters a thread that the check itself starts. */
    public synchronized int addThread(Thread object, Runnable body, String name) {
        adopt(object);
        adoptDeep(body);
        actorCount++;
        return add(object, body, name).number;
    }

    private Entry add(Thread object, Runnable body, String name) {
        if (entryCount == entries.length) {
            entries = Arrays.copyOf(entries, entryCount * 2);
        }
        Entry entry = new Entry(entryCount, object, body, name);
        entries[entryCount++] = entry;
        return entry;
    }

    Entry entry(int number) {
        return entries[number];
    }

    /** The number of a thread that is known by this very object, or -1. */
    synchronized int threadNumber(Thread object) {
        for (int i = 0; i < entryCount; i++) {
            if (entries[i].object == object) {
                return i;
            }
        }
        return -1;
    }

    /** The thread that this object stands for, whoever starts it, if anybody does. */
    synchronized Entry threadOf(Shadow shadow, Runnable body) {
        Thread canonical = (Thread) shadow.canonical;
        int known = threadNumber(canonical);
        if (known >= 0) {
            return entries[known];
        }
        return startable.computeIfAbsent(shadow, key -> add(canonical, body, "T" + entryCount));
    }

    public String threadName(int number) {
        return number < entryCount ? entries[number].name : "T" + number;
    }

    public java.util.SortedSet<String> classes() {
        return settings.loader().classes();
    }

    public synchronized int threadCount() {
        return entryCount;
    }

    synchronized long outcome(String text) {
        Integer number = outcomeNumbers.get(text);
        if (number == null) {
            number = outcomes.size();
            outcomes.add(text);
            outcomeNumbers.put(text, number);
        }
        return number;
    }

    /** The text of an outcome number. */
    public synchronized String outcomeText(long number) {
        return number < outcomes.size() ? outcomes.get((int) number) : "";
    }
}
