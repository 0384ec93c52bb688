package dev.baton.check.api;

import java.io.Serializable;

/**
 * Builds a scenario. Write it as a lambda or a static method that captures nothing but numbers, strings and classes:
 * the checker runs it a second
 * time, in a world where the classes it uses are rewritten.
 */
@FunctionalInterface
public interface ScenarioBody extends Serializable {
    void define(Scenario scenario) throws Exception;
}
