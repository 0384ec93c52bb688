/** The way of the proof to what the library keeps to itself; exported to the module of the proof alone. */
@NullMarked
package dev.baton.internal.access;

import org.jspecify.annotations.NullMarked;
