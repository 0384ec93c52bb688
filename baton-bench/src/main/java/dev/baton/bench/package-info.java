/** Benchmarks of Baton against its peers: the description of a suite, and how suites are found. */
@NullMarked
package dev.baton.bench;

import org.jspecify.annotations.NullMarked;
