/**
 * From a sequential class to a proof: which scenarios are tried, which order the calls of an execution have, and whether a
 * sequential order explains their results.
 */
@NullMarked
package dev.baton.check.spec;

import org.jspecify.annotations.NullMarked;
