/** Stands in for references to objects that the program holds weakly. */
@org.jspecify.annotations.NullMarked
package dev.baton.check.jdk.java.lang.ref;
