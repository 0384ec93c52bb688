/** What the scheduler keeps to itself; exported to the module of the proof alone. */
@NullMarked
package dev.baton.combine.internal;

import org.jspecify.annotations.NullMarked;
