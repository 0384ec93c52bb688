/** Measurements as data: ratios with errors, goals, JSON, comparison. */
@NullMarked
package dev.baton.bench.result;

import org.jspecify.annotations.NullMarked;
