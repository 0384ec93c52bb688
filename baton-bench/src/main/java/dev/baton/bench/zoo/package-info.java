/** The locks of the zoo against themselves: relaxed access modes against volatile ones. */
@NullMarked
package dev.baton.bench.zoo;

import org.jspecify.annotations.NullMarked;
