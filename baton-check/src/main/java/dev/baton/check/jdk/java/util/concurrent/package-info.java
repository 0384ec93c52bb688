/** Stands in for the executors of the JDK. */
@org.jspecify.annotations.NullMarked
package dev.baton.check.jdk.java.util.concurrent;
