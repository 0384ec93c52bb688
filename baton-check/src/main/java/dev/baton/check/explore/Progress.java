package dev.baton.check.explore;

import java.time.Duration;

/**
 * How far an exploration has come.
 *
 * @param executions    visited so far, complete and blocked
 * @param perSecond     over the whole run
 * @param estimatedTotal complete executions, estimated before the start from random walks; NaN if not asked for
 */
public record Progress(long executions, long complete, double perSecond, double estimatedTotal, Duration elapsed) {}
