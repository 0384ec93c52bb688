package dev.baton.zoo;

/** Keeps the fields of a subclass off the cache lines of the object before it; the next one that is padded does the same. */
@SuppressWarnings("unused")
abstract class Padded {
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14;
}
