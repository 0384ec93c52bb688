package dev.baton.check.replay;

import org.jspecify.annotations.Nullable;

/** References in rewritten code: the numbers that stand for them in events, and which are the same in whatever replay. */
@SuppressWarnings("ReferenceEquality") // which object it is, is the question here
public final class ReferenceHooks {
    private ReferenceHooks() {}

    /** The number of a reference that is about to be written. */
    public static long offer(@Nullable Object object, int site) {
        return Strand.current().publisher.offer(object, site);
    }

    /** The number of a reference that is only compared. */
    public static long known(@Nullable Object object) {
        return Strand.current().publisher.known(object);
    }

    /** The object behind a number. */
    public static @Nullable Object object(long id, int site) {
        if (id == 0) {
            return null;
        }
        SimThread self = Strand.current();
        Object object = self.publisher.object(id);
        if (object != null && !(object instanceof Tagged) && self.tags.isOpen(object)) {
            checkSharable(self, object, site);
        }
        return object;
    }

    private static void checkSharable(SimThread self, Object object, int site) {
        if (!(object instanceof Tagged) && Foreign.of(object) == Foreign.MUTABLE && !Foreign.isTolerated(object)) {
            throw self.fail(Foreign.describe("uses", object, object.getClass()), site);
        }
    }

    /** A final field of a shared object was read: what it refers to is shared as well. */
    public static void adopt(@Nullable Object object, int site) {
        if (object != null && !(object instanceof Tagged)) {
            SimThread self = Strand.current();
            boolean own = self.tags.isOwn(object);
            if (!own && Foreign.of(object) != Foreign.VALUE && self.program.foreignTag(object) == null) {
                self.image.heap.adoptDeep(object);
            }
            checkSharable(self, object, site);
        }
    }

    /** Two references are to the same object, in whatever replay they were made. */
    public static boolean same(@Nullable Object left, @Nullable Object right) {
        if (left == right) {
            return true;
        }
        if (left == null || right == null) {
            return false;
        }
        SimThread self = Strand.currentOrNull();
        if (self == null || left.getClass() != right.getClass()) {
            return false;
        }
        if (!(left instanceof Tagged) && Foreign.of(left) == Foreign.VALUE) {
            return left.equals(right);
        }
        Tag one = self.tags.of(left);
        Tag two = self.tags.of(right);
        return one.shadow != null && one.shadow == two.shadow;
    }

    public static int identityHash(@Nullable Object object) {
        if (object == null) {
            return 0;
        }
        SimThread self = Strand.currentOrNull();
        if (self == null) {
            Image image = SetUp.image();
            return image == null ? System.identityHashCode(object) : image.heap.hash(object);
        }
        Tag tag = self.tags.of(object);
        if (tag.hash == 0) {
            tag.hash = tag.isGiven() || tag.identity != null
                    ? hash(self.tags.identity(object))
                    : (self.number + 1) * 10_007 + ++self.hashes;
        }
        return tag.hash;
    }

    static int hash(Identity identity) {
        if (identity.hash != 0) {
            return identity.hash;
        }
        return identity.maker == Identity.SET_UP ? identity.id : identity.id * 31 + 7;
    }

    private static final ClassValue<Boolean> HASHED_BY_IDENTITY = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            try {
                return type.getMethod("hashCode").getDeclaringClass() == Object.class;
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException(e);
            }
        }
    };

    public static int hashCode(Object object) {
        boolean byIdentity = object.getClass().isArray() || !(object instanceof Tagged)
                && HASHED_BY_IDENTITY.get(object.getClass()) && Foreign.of(object) != Foreign.VALUE;
        return byIdentity ? identityHash(object) : object.hashCode();
    }
}
