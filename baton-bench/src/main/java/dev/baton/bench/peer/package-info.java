/** The contenders behind small common interfaces, so that one benchmark runs them all. */
@NullMarked
package dev.baton.bench.peer;

import org.jspecify.annotations.NullMarked;
