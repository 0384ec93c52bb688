package dev.baton.check.replay;

import dev.baton.check.program.Operation;
import dev.baton.check.program.Site;
import dev.baton.check.program.UnmodelledException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The static initializers that a thread under check runs, because it is the first to need their classes. */
final class Initializing {
    private final SimThread thread;
    private final InitializerReach reach;
    /** From the innermost one. Nobody else can use a class while it is being initialized. */
    private final Deque<Running> running = new ArrayDeque<>();
    /** The class that was needed last. */
    private @Nullable Class<?> needed;
    private final Set<Integer> seenSites = new HashSet<>();

    /** @param number which one it is of all that were run */
    private record Running(Class<?> type, int number) {}

    Initializing(SimThread thread) {
        this.thread = thread;
        this.reach = thread.image.reach;
    }

    void reset() {
        running.clear();
    }

    void enter(Class<?> type) {
        if (running.isEmpty() && !(needed != null && type.isAssignableFrom(needed))) {
            thread.image.circles.found(type);
        }
        running.push(new Running(type, reach.nextRun()));
        seenSites.clear();
    }

    void leave() {
        running.pop();
        seenSites.clear();
    }

    /** An object that an initializer makes: what the same initializer does to it concerns nobody else. */
    Tag made(Tag tag) {
        tag.madeBy = running.getFirst().number;
        return tag;
    }

    /** The thread, or the initializer that it runs, needs a class. */
    void needs(Class<?> type) {
        needed = type;
        InitializerCircles circles = thread.image.circles;
        String conflict = null;
        if (running.isEmpty()) {
            conflict = circles.isWatching() ? circles.enters(thread.number, type) : null;
        } else if (!isAmongTheJdk(type)) {
            Class<?> initialized = running.getFirst().type;
            if (circles.needs(initialized, type)) {
                beginAnew();
            }
            conflict = circles.isWatching() ? circles.enters(initialized, type) : null;
        }
        if (conflict != null) {
            refuse(conflict);
        }
    }

    /** The same by a static field. */
    void needsOwner(int number) {
        if (!running.isEmpty() || thread.image.circles.isWatching()) {
            needs(named(Objects.requireNonNull(thread.image.sites.get(number).field()).owner().replace('/', '.')));
        }
    }

    /**
     * An initializer of the JDK meets what is the JDK's own. It prepares what its classes share; whoever is first, the result is
     * the same.
     */
    private boolean isAmongTheJdk(Class<?> type) {
        return SourceFrames.isOfTheJdk(running.getFirst().type.getName())
                && (type.isArray() || SourceFrames.isOfTheJdk(type.getName()));
    }

    private boolean isOwn(Tag tag) {
        return tag.madeBy != 0 && running.stream().anyMatch(each -> each.number == tag.madeBy);
    }

    /** An initializer accesses a static field that is not final. */
    void field(int number) {
        Site site = thread.image.sites.get(number);
        Operation.Field field = Objects.requireNonNull(site.field());
        String owner = field.owner().replace('/', '.');
        if (seenSites.add(number) && running.stream().noneMatch(each -> each.type.getName().equals(owner))
                && !isAmongTheJdk(named(owner))) {
            Shadow shadow = thread.image.statics(named(owner));
            Layout.Slot slot = Objects.requireNonNull(shadow.fields().find(shadow.fields().type, field.name()));
            field(shadow, slot, site.access() == Operation.Access.WRITE);
        }
    }

    private Class<?> named(String name) {
        try {
            return Class.forName(name, false, thread.image.loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The same by a VarHandle, which may write. */
    void field(Class<?> owner, long offset) {
        if (!isAmongTheJdk(owner) && running.stream().noneMatch(each -> each.type == owner)) {
            Shadow shadow = thread.image.statics(owner);
            field(shadow, Objects.requireNonNull(shadow.fields().at(offset)), true);
        }
    }

    private void field(Shadow shadow, Layout.Slot slot, boolean writes) {
        met(reach.meets(thread.image.location(shadow, Shadow.HIDDEN + slot.index()), name(), writes));
    }

    /** An initializer accesses an object or an array, or its monitor. */
    void object(@Nullable Object object, boolean writes) {
        Tag tag = object instanceof Tagged tagged
                ? tagged.$batonTag()
                : object == null ? null : thread.program.foreignTag(object);
        if (object != null && tag != null && tag.traced && !isOwn(tag) && !isAmongTheJdk(object.getClass())) {
            met(reach.meets(thread.tags.shadow(object), name(), writes));
        }
    }

    private String name() {
        return running.getFirst().type.getName();
    }

    /** No step may end here, so the check ends at the next one. */
    private void met(boolean first) {
        String conflict = reach.conflict();
        if (conflict != null) {
            refuse(conflict);
        } else if (first) {
            beginAnew();
        }
    }

    /** The reach and the circles have noted what is to be known. */
    private void beginAnew() {
        if (thread.program.failure == null) {
            thread.program.failure = new BeginAnew();
        }
    }

    /** Notes what a thread accesses. */
    void outside(int location, boolean writes) {
        String conflict = reach.access(location, writes);
        if (conflict != null) {
            refuse(conflict);
        }
    }

    /** For every exploration of this program, since the initializer does not run again. */
    private void refuse(String conflict) {
        RuntimeException refusal = new UnmodelledException("thread " + thread.entry.name + ": " + conflict);
        thread.image.loader.record(refusal);
        if (thread.program.failure == null) {
            thread.program.failure = refusal;
        }
    }
}
