package dev.baton.check.replay;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The time before the first event: what runs in it makes the heap that every execution starts from. */
public final class SetUp {
    private SetUp() {}

    private static final ThreadLocal<Image> IMAGE = new ThreadLocal<>();

    static @Nullable Image image() {
        return IMAGE.get();
    }

    /** The place in the program that a site stands for, if its image is known. */
    static String where(int site) {
        Image image = IMAGE.get();
        return image == null || site == 0 ? "" : image.sites.get(site).description() + ": ";
    }

    /** Runs part of the set-up of an image. */
    public static <T> T run(Image image, Callable<T> body) throws Exception {
        Image before = IMAGE.get();
        IMAGE.set(image);
        try {
            return body.call();
        } finally {
            IMAGE.set(before);
        }
    }
}
