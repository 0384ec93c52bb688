package dev.baton.bench.result;

/**
 * Bytes of one class, idle and for each thread that waits (without the thread itself).
 *
 * @param name      the class
 * @param idle      bytes of a new one with everything that only it refers to
 * @param perWaiter bytes that each waiting thread adds, on average
 */
public record FootprintRow(String name, long idle, double perWaiter) {}
