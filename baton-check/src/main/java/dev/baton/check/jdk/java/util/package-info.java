/** Stands in for values that are bound for a while. */
@org.jspecify.annotations.NullMarked
package dev.baton.check.jdk.java.util;
