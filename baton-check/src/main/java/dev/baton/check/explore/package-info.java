/** The search: every consistent execution graph of a program, each once. */
@NullMarked
package dev.baton.check.explore;

import org.jspecify.annotations.NullMarked;
