/** Code of the checker for classes of {@code java.security}. */
package dev.baton.check.jdk.java.security;
