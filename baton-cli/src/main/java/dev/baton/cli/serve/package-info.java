/** A page on this machine on which a class can be pasted and checked: the server, and the processes that it starts. */
@NullMarked
package dev.baton.cli.serve;

import org.jspecify.annotations.NullMarked;
