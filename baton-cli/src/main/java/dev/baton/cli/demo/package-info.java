/**
 * The demo's load: many virtual threads share a few database connections, and some of them give up waiting.
 * Knows nothing of arguments and terminals.
 */
@NullMarked
package dev.baton.cli.demo;

import org.jspecify.annotations.NullMarked;
