/** The infinite array that requests wait in, as a list of segments. */
@NullMarked
package dev.baton.internal.line;

import org.jspecify.annotations.NullMarked;
