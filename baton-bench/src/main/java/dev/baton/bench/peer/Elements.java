package dev.baton.bench.peer;

/** A pool of a fixed number of elements. */
public interface Elements {
    Object take() throws Exception;

    void put(Object element) throws Exception;
}
