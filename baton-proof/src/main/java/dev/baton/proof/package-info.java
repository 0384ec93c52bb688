/** The proof of the library: its scenarios under the checker, and the table that a run of them prints. */
@NullMarked
package dev.baton.proof;

import org.jspecify.annotations.NullMarked;
