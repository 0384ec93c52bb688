package dev.baton;

import dev.baton.internal.store.Store;
import org.jspecify.annotations.Nullable;

/** A store in front of another, whose steps tests may delay or break. */
class StoreInFront implements Store<Integer> {
    private final Store<Integer> behind;
    /** Runs once, between a put's count and its insertion. */
    Runnable beforeInsert = () -> {};

    StoreInFront(Store<Integer> behind) {
        this.behind = behind;
    }

    @Override
    public @Nullable Object spare() {
        return behind.spare();
    }

    @Override
    public Object prepare(@Nullable Object spare, Integer element) {
        return behind.prepare(spare, element);
    }

    @Override
    public Integer elementOf(Object prepared) {
        return behind.elementOf(prepared);
    }

    @Override
    public boolean tryInsert(Object prepared) {
        Runnable once = beforeInsert;
        beforeInsert = () -> {};
        once.run();
        return behind.tryInsert(prepared);
    }

    @Override
    public @Nullable Object tryRetrieve() {
        return behind.tryRetrieve();
    }
}
