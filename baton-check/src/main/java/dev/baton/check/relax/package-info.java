/** Finding the weakest access modes that still verify, and showing that each mode is needed. */
@NullMarked
package dev.baton.check.relax;

import org.jspecify.annotations.NullMarked;
