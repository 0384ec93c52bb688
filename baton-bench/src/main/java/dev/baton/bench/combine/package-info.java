/** What the hand-off policies bring: many virtual threads at one lock, and sections that others run. */
@NullMarked
package dev.baton.bench.combine;

import org.jspecify.annotations.NullMarked;
