package dev.baton.check.api;

import java.io.Serializable;

/**
 * Builds a scenario. Write it as a lambda or a static method that captures nothing but numbers, strings and classes:
 * the checker runs it a second
 * time, in a world where the classes it uses are rewritten.
 */
@FunctionalInterface
public interface ScenarioBody extends Serializable {
    /**
     * Adds the threads and assertions of the check; runs once, before any thread.
     *
     * @param scenario takes them
     * @throws Exception if the set-up fails; then nothing is checked
     */
    void define(Scenario scenario) throws Exception;
}
