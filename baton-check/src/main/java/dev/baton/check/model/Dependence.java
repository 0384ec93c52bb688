package dev.baton.check.model;

/** What a memory model lets a write wait for, of all that comes before it in program order. */
public enum Dependence {
    /** Everything: no read sees a write that comes after it by program order and reads-from. */
    PROGRAM_ORDER,
    /** The reads that its value, its place or its being made were computed from, as the program tells. */
    SYNTACTIC,
    /** The reads without which it would not be made, or not be the same, as is found by running the thread. */
    SEMANTIC
}
