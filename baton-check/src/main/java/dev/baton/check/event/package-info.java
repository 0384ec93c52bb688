/** Steps and events of a program under check: what a thread does next, in longs and ints only. */
@NullMarked
package dev.baton.check.event;

import org.jspecify.annotations.NullMarked;
