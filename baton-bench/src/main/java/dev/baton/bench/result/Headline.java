package dev.baton.bench.result;

import dev.baton.bench.Cell;
import dev.baton.bench.Peer;

import org.jspecify.annotations.Nullable;

/**
 * One case of the JSON file: Baton against the peer that a goal names.
 *
 * @param suite    name of the suite
 * @param caseName the cell, and the peer if it is not the suite's first
 * @param baton    nanoseconds an operation; null if it failed
 * @param peer     the same of the peer
 * @param peerName what people read
 * @param ratio    null if either failed
 */
public record Headline(String suite, String caseName, @Nullable Double baton, @Nullable Double peer, String peerName,
        @Nullable Ratio ratio) {

    static Headline of(SuiteResult result, Cell cell, Peer peer, String suffix) {
        Score ours = result.score(cell, result.suite().baton());
        Score theirs = result.score(cell, peer);
        return new Headline(result.suite().name(), cell.label() + suffix, ours == null ? null : ours.nanos(),
                theirs == null ? null : theirs.nanos(), peer.name(), result.ratio(cell, peer));
    }
}
