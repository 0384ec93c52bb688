/** The suites of the papers' figures and of the cost table. */
@NullMarked
package dev.baton.bench.paper;

import org.jspecify.annotations.NullMarked;
