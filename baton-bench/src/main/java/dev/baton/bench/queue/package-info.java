/**
 * The benchmarks of the synchronous-queue paper: N producers and N consumers, one and many, many and one, little
 * patience, and a thread pool; ours, the JDK's, other libraries', and the older algorithms that the paper compares
 * with, written here from its descriptions.
 */
@NullMarked
package dev.baton.bench.queue;

import org.jspecify.annotations.NullMarked;
