package com.example;

/** Settings that are read at the first need: double-checked locking that forgot {@code volatile}. */
public final class LazySettings {
    /** What there is to read. */
    public static final class Settings {
        int port;
    }

    private Settings settings; // volatile is missing

    public Settings get() {
        Settings known = settings;
        if (known == null) {
            synchronized (this) {
                known = settings;
                if (known == null) {
                    known = new Settings();
                    known.port = 8080;
                    settings = known;
                }
            }
        }
        return known;
    }

    public int port() {
        return get().port;
    }
}
