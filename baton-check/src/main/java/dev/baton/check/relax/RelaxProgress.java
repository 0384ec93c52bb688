package dev.baton.check.relax;

/**
 * How far the search for weaker modes has come.
 *
 * @param phase      what it does now
 * @param sites      that were exercised
 * @param weakened   of these
 * @param open       sites or steps yet to be decided in this phase
 * @param candidates assignments of modes checked so far
 * @param executions visited so far
 */
public record RelaxProgress(String phase, int sites, int weakened, int open, long candidates, long executions) {}
