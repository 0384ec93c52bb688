/** Searches of the model checker on a cluster of Apache Spark: parts go out in waves, and what they leave comes back. */
@NullMarked
package dev.baton.spark;

import org.jspecify.annotations.NullMarked;
