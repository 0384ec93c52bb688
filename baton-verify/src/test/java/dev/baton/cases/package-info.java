/** Bugs of deployed code, each found by the checker; the walk-throughs are in {@code docs/case-studies}. */
package dev.baton.cases;
