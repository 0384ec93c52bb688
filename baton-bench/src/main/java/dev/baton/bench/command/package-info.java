/** The {@code bench} command: arguments, output, exit codes. */
@NullMarked
package dev.baton.bench.command;

import org.jspecify.annotations.NullMarked;
