package dev.baton.bench.result;

import dev.baton.bench.Cell;
import dev.baton.bench.Peer;

import org.jspecify.annotations.Nullable;

/**
 * What one contender did in one cell.
 *
 * @param score      null if it failed
 * @param allocation bytes an operation; null if unknown
 * @param latency    null if the benchmark takes none
 * @param failure    why there is no score, or an empty string
 */
public record Measurement(Cell cell, Peer peer, @Nullable Score score, @Nullable Double allocation,
        @Nullable Latency latency, String failure) {}
