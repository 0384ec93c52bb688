/** Scenarios for the proof of the library; in the library's package, to choose the sizes of its segments. */
@NullMarked
package dev.baton;

import org.jspecify.annotations.NullMarked;
