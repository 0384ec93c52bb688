package dev.baton.check.replay;

import java.util.function.Supplier;

/** The time before the first event: what runs in it makes the heap that every execution starts from. */
public final class SetUp {
    private SetUp() {}

    private static final ThreadLocal<Image> IMAGE = new ThreadLocal<>();

    static Image image() {
        return IMAGE.get();
    }

    /** Runs part of the set-up of an image. */
    public static <T> T run(Image image, Supplier<T> body) {
        Image before = IMAGE.get();
        IMAGE.set(image);
        try {
            return body.get();
        } finally {
            IMAGE.set(before);
        }
    }
}
