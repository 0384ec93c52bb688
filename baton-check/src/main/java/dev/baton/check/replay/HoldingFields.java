package dev.baton.check.replay;

import dev.baton.check.program.Operation;
import dev.baton.check.program.Site;
import dev.baton.check.program.Sites;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a set-up that one field holds for good: a static field, or one of the check's own state. A reader knows
 * such an object by that field.
 */
final class HoldingFields {
    private final Labels labels;
    private final Set<Operation.Field> assigned = new HashSet<>();
    private final IdentityHashMap<Object, String> found = new IdentityHashMap<>();
    private final IdentityHashMap<Object, Integer> holders = new IdentityHashMap<>();

    /** @param sites tell which fields are assigned outside of constructors and initializers */
    HoldingFields(Labels labels, Sites sites) {
        this.labels = labels;
        for (Site site : sites.all()) {
            boolean begins = site.method.equals("<init>") || site.method.equals("<clinit>");
            if (site.field() != null && site.access() == Operation.Access.WRITE && !begins) {
                assigned.add(site.field());
            }
        }
    }

    /** Looks at the static fields of a class, if it was initialized. */
    void addStatics(Class<?> type) {
        if (!type.isInterface() && !Unsafe.getUnsafe().shouldBeInitialized(type)) {
            for (Layout.Slot slot : statics(type)) {
                add(slot, null, labels.of(type) + "." + slot.name());
            }
        }
    }

    /** None if the type of some field is missing: the program may do without it, and so do names. */
    private static Layout.Slot[] statics(Class<?> type) {
        try {
            return Layout.ofStatics(type).slots;
        } catch (LinkageError missing) {
            return new Layout.Slot[0];
        }
    }

    /** Looks at the fields of an object that is the state of the check. */
    void addState(Object state) {
        if (state instanceof Tagged) {
            for (Layout.Slot slot : Layout.ofInstance(state.getClass()).slots) {
                add(slot, state, slot.name());
            }
        }
    }

    private void add(Layout.Slot slot, @Nullable Object holder, String name) {
        if (slot.kind() != 'L' || slot.name().startsWith("$")) {
            return;
        }
        Object held = slot.readReference(holder);
        if (held == null || held instanceof Thread || Publisher.isValue(held)) {
            return;
        }
        holders.merge(held, 1, Integer::sum);
        Operation.Field field = new Operation.Field(slot.declaring().getName().replace('.', '/'), slot.name());
        if (slot.isFinal() || !assigned.contains(field)) {
            found.put(held, name);
        }
    }

    /** The names: of objects that one field holds, and whose name no other object would have. */
    IdentityHashMap<Object, String> names() {
        Map<String, Integer> uses = new HashMap<>();
        found.values().forEach(name -> uses.merge(name, 1, Integer::sum));
        IdentityHashMap<Object, String> names = new IdentityHashMap<>();
        found.forEach((object, name) -> {
            if (holders.getOrDefault(object, 0) == 1 && uses.getOrDefault(name, 0) == 1) {
                names.put(object, name);
            }
        });
        return names;
    }
}
