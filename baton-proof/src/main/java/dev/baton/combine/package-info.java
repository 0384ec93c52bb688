/** Scenarios of the scheduler that hands a lock over with the carrier, beside the classes that they look into. */
@NullMarked
package dev.baton.combine;

import org.jspecify.annotations.NullMarked;
