package dev.baton.bench;

import java.util.List;

/**
 * Contributes suites. To register: a class with a public constructor, and its name on a line of its own in
 * {@code META-INF/services/dev.baton.bench.SuiteProvider}.
 */
public interface SuiteProvider {
    List<Suite> suites();
}
