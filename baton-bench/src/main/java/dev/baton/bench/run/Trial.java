package dev.baton.bench.run;

import dev.baton.bench.Cell;
import dev.baton.bench.Peer;
import dev.baton.bench.Suite;

/** One fork of one contender in one cell. */
record Trial(Suite suite, Cell cell, Peer peer) {}
