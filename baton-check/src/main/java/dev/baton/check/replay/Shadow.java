package dev.baton.check.replay;

/** The name of one shared object, class or thread: the same in every replay. */
final class Shadow {
    final int id;
    /** The object all threads are given for this name; holds final fields only, the rest lives in the graph. */
    final Object canonical;
    /** Fields of the object, or null for an array and for what has none. */
    final Layout layout;
    /** Length of an array, number of fields otherwise; hidden places follow. */
    final int size;
    /** Made before the first event: its places hold what the Java heap holds. */
    final boolean setup;
    String name;
    /** Numbers of the places, 0 where none was given yet. */
    final int[] locations;
    char elementKind = 'L';

    static final int MONITOR = 0;
    static final int WAITERS = 1;
    static final int HIDDEN = 2;

    Shadow(int id, Object canonical, Layout layout, int size, boolean setup, String name) {
        this.id = id;
        this.canonical = canonical;
        this.layout = layout;
        this.size = size;
        this.setup = setup;
        this.name = name;
        this.locations = new int[size + HIDDEN + 1];
    }
}
