/** Locks: uncontended, contended, and a mix of readers and writers. */
@NullMarked
package dev.baton.bench.locks;

import org.jspecify.annotations.NullMarked;
