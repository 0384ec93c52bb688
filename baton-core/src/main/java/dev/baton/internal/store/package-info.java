/** The elements of a bag that no request waits for. */
@NullMarked
package dev.baton.internal.store;

import org.jspecify.annotations.NullMarked;
