package dev.baton.check.replay;

import org.jspecify.annotations.Nullable;

/** What rewritten code calls to tell from which reads its values were computed; a set of reads is a number. */
public final class DependencyHooks {
    private DependencyHooks() {}

    private static @Nullable Dependencies current() {
        SimThread self = Strand.currentOrNull();
        return self == null || self.setupDepth > 0 ? null : self.dependencies;
    }

    public static int join(int one, int other) {
        if (one == other || other == 0) {
            return one;
        }
        Dependencies self = current();
        return one == 0 || self == null ? other : self.join(one, other);
    }

    public static void branch(int on) {
        Dependencies self = on == 0 ? null : current();
        if (self != null) {
            self.branch(on);
        }
    }

    public static void accessing(int place, int value, int expected) {
        Dependencies self = current();
        if (self != null) {
            self.accessing(place, value, expected);
        }
    }

    public static int accessed() {
        Dependencies self = current();
        return self == null ? 0 : self.accessed();
    }

    public static void calling(int method) {
        Dependencies self = current();
        if (self != null) {
            self.calling(method);
        }
    }

    public static void argument(int set, int position) {
        Dependencies self = current();
        if (self != null) {
            self.argument(position, set);
        }
    }

    public static int allArguments() {
        Dependencies self = current();
        return self == null ? 0 : self.allArguments();
    }

    public static int parameter(int method, int position) {
        Dependencies self = current();
        return self == null ? 0 : self.parameter(method, position);
    }

    public static void entered() {
        Dependencies self = current();
        if (self != null) {
            self.entered();
        }
    }

    public static void returning(int set, int method) {
        Dependencies self = current();
        if (self != null) {
            self.returning(method, set);
        }
    }

    public static int result(int given, int method) {
        Dependencies self = current();
        return self == null ? 0 : self.result(method, given);
    }

    public static void storedField(@Nullable Object holder, String field, int set) {
        Dependencies self = current();
        if (self != null && holder != null) {
            self.stored(holder, field, set);
        }
    }

    public static int loadedField(@Nullable Object holder, String field, int ofHolder) {
        Dependencies self = current();
        return self == null || holder == null ? ofHolder : self.join(ofHolder, self.loaded(holder, field));
    }

    public static void storedElement(@Nullable Object array, int index, int set) {
        Dependencies self = current();
        if (self != null && array != null) {
            self.stored(array, index, set);
        }
    }

    public static int loadedElement(@Nullable Object array, int index, int ofAccess) {
        Dependencies self = current();
        return self == null || array == null ? ofAccess : self.join(ofAccess, self.loaded(array, index));
    }
}
