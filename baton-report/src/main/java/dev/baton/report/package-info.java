/** Counterexamples as JSON and as self-contained pages. */
@NullMarked
package dev.baton.report;

import org.jspecify.annotations.NullMarked;
