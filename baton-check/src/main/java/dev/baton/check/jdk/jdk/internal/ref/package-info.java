/** Stands in for the cleaner that the JDK has for itself. */
@org.jspecify.annotations.NullMarked
package dev.baton.check.jdk.jdk.internal.ref;
