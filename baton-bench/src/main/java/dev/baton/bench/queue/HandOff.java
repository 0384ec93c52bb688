package dev.baton.bench.queue;

/** A place where a producer and a consumer meet. */
interface HandOff {
    void put(Integer element) throws InterruptedException;

    Integer take() throws InterruptedException;
}
