package dev.baton.check.replay;

import dev.baton.check.program.Site;
import java.lang.constant.ClassDesc;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.VarHandleDesc;
import java.util.IdentityHashMap;
import java.util.Objects;

/** The places that accesses through a VarHandle are to; as in {@link PlaceHooks}, after finding out what the handle stands for. */
@SuppressWarnings("ReferenceEquality") // which object it is, is the question here
public final class HandleHooks {
    private HandleHooks() {}

    public static boolean isShared(VarHandle handle, Object object) {
        return Hooks.isShared(object);
    }

    public static boolean isActive(VarHandle handle) {
        return Hooks.active();
    }

    private record Target(Class<?> owner, String name) {}

    private static final IdentityHashMap<VarHandle, Target> TARGETS = new IdentityHashMap<>();

    private static Target target(SimThread self, VarHandle handle, int site) {
        synchronized (TARGETS) {
            Target target = TARGETS.get(handle);
            if (target == null) {
                VarHandleDesc desc = handle.describeConstable()
                        .orElseThrow(() -> self.fail("a VarHandle that is no field and no array element", site));
                Class<?> owner = handle.coordinateTypes().isEmpty()
                        ? resolve(self, declaring(desc), site)
                        : handle.coordinateTypes().getFirst();
                target = new Target(owner, desc.constantName());
                TARGETS.put(handle, target);
            }
            return target;
        }
    }

    private static ClassDesc declaring(VarHandleDesc desc) {
        return (ClassDesc) desc.bootstrapArgsList().getFirst();
    }

    private static Class<?> resolve(SimThread self, ClassDesc type, int site) {
        try {
            String name = type.descriptorString();
            return Class.forName(name.substring(1, name.length() - 1).replace('/', '.'), true,
                    self.image.settings.loader());
        } catch (ClassNotFoundException e) {
            throw self.fail("a VarHandle of an unknown class " + type.displayName(), site);
        }
    }

    /** An access that converts, such as one of an int as an Object, is refused: values are kept as the place has them. */
    private static void checkType(SimThread self, VarHandle handle, Site site) {
        char place = representation(Raw.kind(handle.varType()));
        for (char each : new char[]{site.kind, site.resultKind}) {
            if (each != 0 && each != 'V' && representation(each) != place) {
                throw self.fail("a VarHandle of " + handle.varType().getName() + " used with another type: cast to it",
                        site.id);
            }
        }
    }

    private static char representation(char kind) {
        return kind == 'L' || kind == 'F' || kind == 'D' ? kind : 'I';
    }

    /** What a site's VarHandle meant last time. */
    private record Bound(VarHandle handle, Layout layout, Layout.Slot slot) {}

    public static int location(VarHandle handle, Object holder, int site) {
        SimThread self = Strand.current();
        Site where = self.image.sites.get(site);
        Layout layout = self.image.layout(holder.getClass());
        Layout.Slot slot;
        if (where.resolved instanceof Bound bound && bound.handle == handle && bound.layout == layout) {
            slot = bound.slot;
        } else {
            checkType(self, handle, where);
            Target target = target(self, handle, site);
            slot = Objects.requireNonNull(layout.find(target.owner, target.name));
            where.resolved = new Bound(handle, layout, slot);
        }
        return self.image.location(self.shadow(holder), Shadow.HIDDEN + slot.index());
    }

    public static int staticLocation(VarHandle handle, int site) {
        SimThread self = Strand.current();
        checkType(self, handle, self.image.sites.get(site));
        Target target = target(self, handle, site);
        Shadow shadow = self.image.statics(target.owner);
        Layout.Slot slot = Objects.requireNonNull(shadow.layout.find(target.owner, target.name));
        return self.image.location(shadow, Shadow.HIDDEN + slot.index());
    }

    public static int element(VarHandle handle, Object array, int index, int site) {
        SimThread self = Strand.current();
        if (!array.getClass().isArray() || handle.coordinateTypes().size() != 2
                || !handle.coordinateTypes().getFirst().isArray()
                || handle.varType() != handle.coordinateTypes().getFirst().getComponentType()) {
            throw self.fail("a VarHandle that views memory as another type", site);
        }
        checkType(self, handle, self.image.sites.get(site));
        return PlaceHooks.element(array, index, site);
    }
}
