/** Counterexamples in the words of the program: the steps, why they can happen, and the text that people read. */
@NullMarked
package dev.baton.check.explain;

import org.jspecify.annotations.NullMarked;
