/**
 * Hand-off policies on machines that are not there: a discrete-event simulation of tasks that share one lock, to see
 * what the policies do on up to hundreds of cores. What comes out is a consequence of the model and of its costs, not a
 * measurement, and is labelled so.
 */
@NullMarked
package dev.baton.bench.simulate;

import org.jspecify.annotations.NullMarked;
