package dev.baton.check.replay;

import dev.baton.check.program.Site;
import java.lang.constant.ClassDesc;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.VarHandleDesc;
import java.util.IdentityHashMap;
import java.util.Objects;
import jdk.internal.misc.Unsafe;

/**
 * What rewritten code calls in place of its accesses. Outside of a check, in the set-up and on an object that no
 * other thread can know, the rewritten code does the original instruction instead.
 */
@SuppressWarnings("ReferenceEquality") // which object it is, is the question here
public final class Hooks {
    private Hooks() {}

    private static final Unsafe U = Unsafe.getUnsafe();

    private static SimThread self() {
        return Strand.current();
    }

    /** Accesses are steps: a thread under check runs this code, and no class initializer. */
    public static boolean active() {
        SimThread self = Strand.current();
        return self != null && self.setupDepth == 0;
    }

    /** The access is a step: others may hold this object. */
    public static boolean isShared(Object object) {
        SimThread self = Strand.current();
        return self != null && self.setupDepth == 0 && self.isShared(object);
    }

    public static boolean isShared(Object array, int index) {
        return isShared(array);
    }

    public static boolean isShared(VarHandle handle, Object object) {
        return isShared(object);
    }

    public static boolean isActive(VarHandle handle) {
        return active();
    }

    // ---- births

    public static Tag born() {
        SimThread self = Strand.current();
        return self == null || self.setupDepth > 0 ? new Tag(-1, true) : new Tag(self.tick, false);
    }

    public static void newArray(Object array) {
        SimThread self = Strand.current();
        if (self == null || self.setupDepth > 0) {
            Image image = self != null ? self.image : SetUp.image();
            if (image != null && array != null) {
                image.adopt(array);
            }
        } else if (array != null) {
            self.runTags.computeIfAbsent(array, key -> new Tag(self.tick, false));
        }
    }

    /** Entering a class initializer: what it does belongs to the set-up. */
    public static void enterInitializer() {
        SimThread self = Strand.current();
        if (self != null) {
            self.setupDepth++;
        }
    }

    public static void leaveInitializer() {
        SimThread self = Strand.current();
        if (self != null) {
            self.setupDepth--;
        }
    }

    /** A constructor of a class with final references ends. */
    public static void freeze(Object object) {
        SimThread self = Strand.current();
        if (self != null && self.setupDepth == 0) {
            self.publisher.freeze(object);
        }
    }

    // ---- final fields of an object that others know before its constructor has ended

    /** Some check of this JVM has met such a field. */
    private static boolean anyLate;

    /** A constructor assigns a final field: whether that is a step, because others may know the object already. */
    public static boolean comesLate(Object object, int site) {
        SimThread self = Strand.current();
        if (self == null || self.setupDepth > 0) {
            return false;
        }
        Tag tag = self.tag(object);
        if (tag.shadow == null) {
            return false;
        }
        if (self.image.addLateFinal(slot(self, object, self.image.sites.get(site)))) {
            anyLate = true;
            throw self.fail(new BeginAnew());
        }
        return tag.open;
    }

    /** Whether reading this final field is a step. */
    public static boolean isLate(Object object, int site) {
        if (!anyLate) {
            return false;
        }
        SimThread self = Strand.current();
        return self != null && self.setupDepth == 0 && self.image.hasLateFinals() && self.isShared(object)
                && self.image.isLateFinal(slot(self, object, self.image.sites.get(site)));
    }

    // ---- places

    private static Layout.Slot slot(SimThread self, Object holder, Site site) {
        Layout layout = self.image.layout(holder.getClass());
        if (site.resolved instanceof Layout.Slot known && known.index() < layout.slots.length
                && layout.slots[known.index()].offset() == known.offset()) {
            return known;
        }
        Layout.Slot found = null;
        for (int i = layout.slots.length - 1; i >= 0 && found == null; i--) {
            Layout.Slot slot = layout.slots[i];
            if (slot.name().equals(site.fieldName) && isNamed(slot.declaring(), site.fieldOwner)) {
                found = slot;
            }
        }
        if (found == null) {
            throw self.fail("no field " + site.fieldName + " in " + holder.getClass().getName(), site.id);
        }
        site.resolved = found;
        return found;
    }

    private static boolean isNamed(Class<?> type, String internalName) {
        return type.getName().equals(internalName.replace('/', '.'));
    }

    public static int location(Object holder, int site) {
        SimThread self = self();
        Layout.Slot slot = slot(self, holder, self.image.sites.get(site));
        return self.image.location(self.shadow(holder), Shadow.HIDDEN + slot.index());
    }

    public static int staticLocation(Class<?> owner, int site) {
        SimThread self = self();
        Site where = self.image.sites.get(site);
        Shadow shadow = self.image.statics(owner);
        Layout.Slot slot = (Layout.Slot) where.resolved;
        if (slot == null) {
            slot = Objects.requireNonNull(shadow.layout.find(owner, where.fieldName));
            where.resolved = slot;
        }
        return self.image.location(shadow, Shadow.HIDDEN + slot.index());
    }

    public static int element(Object array, int index, int site) {
        SimThread self = self();
        Shadow shadow = self.shadow(array);
        if (index < 0 || index >= shadow.size) {
            throw new ArrayIndexOutOfBoundsException(
                    "Index " + index + " out of bounds for length " + shadow.size);
        }
        return self.image.location(shadow, Shadow.HIDDEN + index);
    }

    // ---- VarHandles

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
        SimThread self = self();
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
        SimThread self = self();
        checkType(self, handle, self.image.sites.get(site));
        Target target = target(self, handle, site);
        Shadow shadow = self.image.statics(target.owner);
        Layout.Slot slot = Objects.requireNonNull(shadow.layout.find(target.owner, target.name));
        return self.image.location(shadow, Shadow.HIDDEN + slot.index());
    }

    public static int element(VarHandle handle, Object array, int index, int site) {
        if (!array.getClass().isArray() || handle.coordinateTypes().size() != 2
                || !handle.coordinateTypes().getFirst().isArray()
                || handle.varType() != handle.coordinateTypes().getFirst().getComponentType()) {
            throw self().fail("a VarHandle that views memory as another type", site);
        }
        checkType(self(), handle, self().image.sites.get(site));
        return element(array, index, site);
    }

    // ---- Unsafe, as the JDK's own classes use it

    public static int unsafeLocation(Object holder, long offset, int site) {
        SimThread self = self();
        Shadow shadow = self.shadow(holder);
        if (shadow.layout == null) {
            int scale = U.arrayIndexScale(holder.getClass());
            return element(holder, (int) ((offset - U.arrayBaseOffset(holder.getClass())) / scale), site);
        }
        Layout.Slot slot = shadow.layout.at(offset);
        if (slot == null) {
            throw self.fail("no field at offset " + offset + " of " + holder.getClass().getName(), site);
        }
        return self.image.location(shadow, Shadow.HIDDEN + slot.index());
    }

    // ---- accesses

    /** The site whose modes count: that of the call, for an access inside an atomic whose caller was overridden. */
    private static Site modes(SimThread self, int site) {
        Site where = self.image.sites.get(site);
        where.exercised = true;
        if (where.library && self.governor != 0) {
            Site caller = self.image.sites.get(self.governor);
            if (caller.access == where.access) {
                caller.exercised = true;
                return caller.isOverridden() ? caller : where;
            }
        }
        return where;
    }

    /** Before and after (0) a call of an atomic that is one access. */
    public static void govern(int site) {
        SimThread self = Strand.current();
        if (self != null && self.setupDepth == 0) {
            self.governor = site;
        }
    }

    public static long get(int location, int site) {
        SimThread self = self();
        return self.read(location, modes(self, site).mode, site);
    }

    public static void set(int location, long value, int site) {
        SimThread self = self();
        self.write(location, modes(self, site).mode, value, site);
        self.publisher.commit();
    }

    public static boolean compareAndSet(int location, long expected, long value, int site) {
        SimThread self = self();
        Site where = self.image.sites.get(site);
        if (modes(self, site).weak && self.image.settings.spuriousFailures() && self.choose(2, site) == 1) {
            self.publisher.withdraw();
            return false;
        }
        return exchange(self, location, expected, value, where) == expected;
    }

    public static long compareAndExchange(int location, long expected, long value, int site) {
        SimThread self = self();
        return exchange(self, location, expected, value, self.image.sites.get(site));
    }

    private static long exchange(SimThread self, int location, long expected, long value, Site where) {
        Site modes = modes(self, where.id);
        long seen = self.rmwRead(location, modes.mode, modes.failureMode, where.id);
        if (seen == expected) {
            self.rmwWrite(location, modes.writeMode, value, seen, where.id);
            self.publisher.commit();
        } else {
            self.publisher.withdraw();
        }
        return seen;
    }

    public static long getAndUpdate(int location, long operand, int site) {
        SimThread self = self();
        Site where = self.image.sites.get(site);
        Site modes = modes(self, site);
        long seen = self.rmwRead(location, modes.mode, modes.failureMode, site);
        long next = switch (where.update) {
            case SET -> operand;
            case ADD -> Raw.add(where.kind, seen, operand);
            case OR -> seen | operand;
            case AND -> seen & operand;
            case XOR -> seen ^ operand;
            default -> throw new IllegalStateException();
        };
        self.rmwWrite(location, modes.writeMode, next, seen, site);
        self.publisher.commit();
        return seen;
    }

    public static void fence(int site) {
        SimThread self = Strand.current();
        if (self != null && self.setupDepth == 0) {
            Site where = modes(self, site);
            if (!where.removed) {
                self.fence(where.mode, site);
            }
        }
    }

    // ---- references

    /** The number of a reference that is about to be written. */
    public static long offer(Object object, int site) {
        return self().publisher.offer(object, site);
    }

    /** The number of a reference that is only compared. */
    public static long known(Object object) {
        return self().publisher.known(object);
    }

    /** The object behind a number. */
    public static Object object(long id, int site) {
        if (id == 0) {
            return null;
        }
        SimThread self = self();
        Object object = self.image.shadow(id).canonical;
        if (!(object instanceof Tagged)) {
            checkSharable(self, object, site);
        }
        return object;
    }

    private static void checkSharable(SimThread self, Object object, int site) {
        if (!(object instanceof Tagged) && Foreign.of(object) == Foreign.MUTABLE && !isTolerated(object)) {
            throw self.fail(Foreign.describe("uses", object, object.getClass()), site);
        }
    }

    private static boolean isTolerated(Object object) {
        return object instanceof ThreadLocal || object instanceof Thread.Builder
                || object instanceof java.util.concurrent.ThreadFactory
                || object.getClass().getName().startsWith("java.util.concurrent.ThreadLocalRandom$Access");
    }

    /** A final field of a shared object was read: what it refers to is shared as well. */
    public static void adopt(Object object, int site) {
        if (object != null && !(object instanceof Tagged)) {
            SimThread self = self();
            Tag own = self.runTags.get(object);
            boolean published = own != null && own.open;
            if (!published && Foreign.of(object) != Foreign.VALUE && self.program.foreignTag(object) == null) {
                self.runTags.remove(object);
                self.image.adoptDeep(object);
            }
            checkSharable(self, object, site);
        }
    }

    /** Two references are to the same object, in whatever replay they were made. */
    public static boolean same(Object left, Object right) {
        if (left == right) {
            return true;
        }
        if (left == null || right == null) {
            return false;
        }
        SimThread self = Strand.current();
        if (self == null || left.getClass() != right.getClass()) {
            return false;
        }
        if (!(left instanceof Tagged) && Foreign.of(left) == Foreign.VALUE) {
            return left.equals(right);
        }
        Tag one = self.tag(left);
        Tag two = self.tag(right);
        return one.shadow != null && one.shadow == two.shadow;
    }

    public static int identityHash(Object object) {
        if (object == null) {
            return 0;
        }
        SimThread self = Strand.current();
        if (self == null) {
            return System.identityHashCode(object);
        }
        Tag tag = self.tag(object);
        if (tag.open) {
            Shadow shadow = self.shadow(object);
            return shadow.setup ? shadow.id : shadow.id * 31 + 7;
        }
        if (tag.hash == 0) {
            tag.hash = (self.number + 1) * 10_007 + ++self.hashes;
        }
        return tag.hash;
    }

    public static int hashCode(Object object) {
        Class<?> type = object.getClass();
        return type == Object.class || type.isArray() || type.isHidden() ? identityHash(object) : object.hashCode();
    }

    // ---- objects only this thread knows

    private static void changed(Object holder) {
        SimThread self = Strand.current();
        if (self != null && self.setupDepth == 0) {
            Tag tag = self.tag(holder);
            self.localChange(tag == null ? 0 : tag.birth);
        }
    }

    public static void localChange(Object holder) {
        if (holder != null) {
            changed(holder);
        }
    }

    public static void localChange(Object holder, int before, int after) {
        if (before != after) {
            changed(holder);
        }
    }

    public static void localChange(Object holder, long before, long after) {
        if (before != after) {
            changed(holder);
        }
    }

    public static void localChange(Object holder, float before, float after) {
        if (Float.floatToRawIntBits(before) != Float.floatToRawIntBits(after)) {
            changed(holder);
        }
    }

    public static void localChange(Object holder, double before, double after) {
        if (Double.doubleToRawLongBits(before) != Double.doubleToRawLongBits(after)) {
            changed(holder);
        }
    }

    public static void localChange(Object holder, Object before, Object after) {
        if (before != after) {
            changed(holder);
        }
    }

    // ---- loops

    public static long header(long state) {
        SimThread self = Strand.current();
        return self == null || self.setupDepth > 0 ? 0 : self.header(state);
    }

    public static long backEdge(long state, boolean same, int site) {
        SimThread self = Strand.current();
        return self == null || self.setupDepth > 0 ? 0 : self.backEdge(state, same, site);
    }

    // ---- monitors

    public static void enter(Object object, int site) {
        Objects.requireNonNull(object);
        SimThread self = Strand.current();
        if (self != null && self.setupDepth == 0) {
            self.holding.enter(object, site);
        }
    }

    public static void exit(Object object, int site) {
        SimThread self = Strand.current();
        if (self != null && self.setupDepth == 0) {
            self.holding.exit(object, site);
        }
    }

    public static boolean holdsLock(Object object, int site) {
        SimThread self = Strand.current();
        return self == null || self.holding.holds(object);
    }

    public static void wait(Object object, int site) throws InterruptedException {
        self().holding.await(object, false, site);
    }

    public static void wait(Object object, long millis, int site) throws InterruptedException {
        self().holding.await(object, millis > 0, site);
    }

    public static void wait(Object object, long millis, int nanos, int site) throws InterruptedException {
        self().holding.await(object, millis > 0 || nanos > 0, site);
    }

    public static void notify(Object object, int site) {
        SimThread self = Strand.current();
        if (self != null && self.setupDepth == 0) {
            self.holding.wake(object, false, site);
        }
    }

    public static void notifyAll(Object object, int site) {
        SimThread self = Strand.current();
        if (self != null && self.setupDepth == 0) {
            self.holding.wake(object, true, site);
        }
    }

    // ---- calls out of the rewritten world

    /** A call that cannot be modelled. */
    public static void unmodelled(int site) {
        SimThread self = Strand.current();
        if (self != null && self.setupDepth == 0) {
            throw self.fail("this call cannot be modelled", site);
        }
    }

    /** A method reference that would run unseen; refused in the set-up too, where most are made. */
    public static void unmodelledReference(String what) {
        SimThread self = Strand.current();
        String message = "this method reference cannot be modelled: " + what;
        if (self != null) {
            throw self.fail(message);
        }
        throw new dev.baton.check.program.UnmodelledException(message);
    }

    /** A call on an object of the JDK: its state is seen by nobody but this thread, or the check ends. */
    public static void foreignCall(Object receiver, int site) {
        SimThread self = Strand.current();
        if (self == null || self.setupDepth > 0 || receiver == null) {
            return;
        }
        Class<?> unseen = receiver instanceof Tagged
                ? Foreign.unseenPart(receiver.getClass())
                : Foreign.of(receiver) == Foreign.MUTABLE ? receiver.getClass() : null;
        if (unseen != null) {
            if (self.isShared(receiver) && !isTolerated(receiver)) {
                throw self.fail(Foreign.describe("uses", receiver, unseen), site);
            }
            self.effectTick = self.tick;
        }
    }

    /** An array handed to code that is not rewritten. */
    public static void foreignArray(Object array, int site) {
        if (array != null && isShared(array)) {
            throw self().fail("hands an array that other threads can reach to code out of the checker's sight", site);
        }
    }

    /** What a call that only reads an array is given: if others can reach it, a copy, each element read in a step. */
    public static Object snapshot(Object array, int site) {
        return array != null && isShared(array) ? PlainCalls.clone(array, site) : array;
    }

    /** Where rewritten code calls the code that stands in for the JDK's. */
    public static void calling(int site) {
        SimThread self = Strand.current();
        if (self != null) {
            self.callerSite = site;
        }
    }
}
