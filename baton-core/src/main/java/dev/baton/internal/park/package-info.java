/** How threads wait and where they go on; not for use by programs. */
@NullMarked
package dev.baton.internal.park;

import org.jspecify.annotations.NullMarked;
