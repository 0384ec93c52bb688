/** Execution graphs: events with program order, reads-from and modification order. */
@NullMarked
package dev.baton.check.graph;

import org.jspecify.annotations.NullMarked;
