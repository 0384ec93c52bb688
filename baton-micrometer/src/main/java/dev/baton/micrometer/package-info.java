/** Figures of named primitives as meters of Micrometer. */
@NullMarked
package dev.baton.micrometer;

import org.jspecify.annotations.NullMarked;
