package dev.baton.check.spec;

/** Which order of calls a sequential order that explains their results must respect. */
public enum Correctness {
    /** A call that ended before another began comes first. */
    LINEARIZABLE,
    /** The calls of one thread stay in their order; calls before and after all threads do, too. */
    SEQUENTIALLY_CONSISTENT,
    /** Calls that a moment without any call separates stay in their order. */
    QUIESCENTLY_CONSISTENT,
    /** Only calls before and after all threads keep their place. */
    SERIALIZABLE
}
