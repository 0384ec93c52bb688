/** Running the threads of the program: continuations that stop at each step, and names for objects and places. */
@NullMarked
package dev.baton.check.replay;

import org.jspecify.annotations.NullMarked;
