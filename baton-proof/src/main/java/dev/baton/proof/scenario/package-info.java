/** Small clients of the primitives, as shipped, that the checker explores in full. */
@NullMarked
package dev.baton.proof.scenario;

import org.jspecify.annotations.NullMarked;
