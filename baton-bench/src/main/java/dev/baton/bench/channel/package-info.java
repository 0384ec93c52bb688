/** Benchmarks of channels: elements that are passed on with and without a buffer, a chain of threads, and selects. */
@NullMarked
package dev.baton.bench.channel;

import org.jspecify.annotations.NullMarked;
