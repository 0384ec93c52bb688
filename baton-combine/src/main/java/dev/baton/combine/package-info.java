/**
 * Scheduler of virtual threads on which the next owner of a lock runs at once, where the releaser ran. With it on the
 * class path, or the module path, locks with {@link dev.baton.HandOff#COMBINE} and {@link dev.baton.HandOff#INLINE} use
 * it.
 */
@NullMarked
package dev.baton.combine;

import org.jspecify.annotations.NullMarked;
