/** The structures in which the requests of a synchronous queue wait for their counterparts. */
@NullMarked
package dev.baton.internal.transfer;

import org.jspecify.annotations.NullMarked;
