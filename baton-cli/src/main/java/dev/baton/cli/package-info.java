/**
 * The command line: arguments, progress and exit codes. A command is one class here that
 * {@link dev.baton.cli.BatonCommand} lists; what it does lives in a package or module of its own.
 */
@NullMarked
package dev.baton.cli;

import org.jspecify.annotations.NullMarked;
