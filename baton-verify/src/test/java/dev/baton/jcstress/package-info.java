/**
 * The shipped primitives under jcstress: small tests on real threads, each with the outcomes it may have. The same
 * classes run under the checker, which computes every outcome, so that each judges the other.
 */
package dev.baton.jcstress;
