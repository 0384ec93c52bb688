/** Bytes that primitives and their waiters occupy. */
@NullMarked
package dev.baton.bench.footprint;

import org.jspecify.annotations.NullMarked;
