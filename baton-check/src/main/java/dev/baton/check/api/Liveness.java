package dev.baton.check.api;

import dev.baton.check.program.CheckerException;
import dev.baton.check.program.ProgramLoader;
import java.lang.reflect.Method;
import java.util.Map;

/**
 * The proof, before every check, that instrumentation and search are alive: a racy program must show its race. A tool
 * that sees nothing would report that all is well.
 */
final class Liveness {
    private Liveness() {}

    static void prove(ProgramLoader loader) {
        expect(loader, "lostUpdate", "sc", "1");
        expect(loader, "storeBuffering", "rc11", "0, 0");
    }

    private static void expect(ProgramLoader loader, String program, String model, String outcome) {
        Map<String, Long> outcomes;
        try {
            Class<?> racy = Class.forName("dev.baton.check.api.live.RacyProgram", true, loader);
            Method define = racy.getMethod(program, Scenario.class);
            outcomes = new Checker().model(model)
                    .check(loader, scenario -> Reloaded.invoke(define, null, scenario)).outcomes();
        } catch (ReflectiveOperationException e) {
            throw new CheckerException("the checker cannot load its own test program", e);
        }
        if (!outcomes.containsKey(outcome)) {
            throw new CheckerException("instrumentation is not live: the race of the built-in program " + program
                    + " was not seen, only " + outcomes.keySet());
        }
    }
}
