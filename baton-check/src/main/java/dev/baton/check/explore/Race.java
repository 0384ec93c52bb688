package dev.baton.check.explore;

/**
 * Two accesses of different threads to one location, at least one of them a write and at least one plain, that
 * happens-before does not order in some execution.
 *
 * @param site      of the access that was added first
 * @param otherSite of the other one
 * @param text      both, in words
 */
public record Race(int location, int site, int otherSite, String text) {}
