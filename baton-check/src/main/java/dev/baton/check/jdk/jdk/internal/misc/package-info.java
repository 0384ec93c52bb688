/** Stands in for what structured scopes keep their threads in. */
@org.jspecify.annotations.NullMarked
package dev.baton.check.jdk.jdk.internal.misc;
