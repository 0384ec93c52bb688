package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;

/**
 * Has a mistake that no stress test on x86 shows: a thread may see the settings and not yet their port. Take
 * {@code expectViolation} out to see the execution; make {@code settings} volatile to be rid of it.
 */
class LazySettingsTest {
    @ModelCheck(expectViolation = true)
    void everybodySeesThePort(Scenario scenario) {
        LazySettings settings = new LazySettings();
        scenario.threads(2, () -> assertEquals(8080, settings.port()));
    }
}
