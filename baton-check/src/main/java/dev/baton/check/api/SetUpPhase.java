package dev.baton.check.api;

import dev.baton.check.program.InvalidCheckException;
import dev.baton.check.program.ProgramLoader;
import dev.baton.check.program.UnmodelledException;
import dev.baton.check.replay.Blame;
import dev.baton.check.replay.Image;
import dev.baton.check.replay.MainBody;
import dev.baton.check.replay.SetUp;
import dev.baton.check.replay.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Runs what comes before the threads of a scenario, and keeps what it leaves behind. */
final class SetUpPhase {
    private SetUpPhase() {}

    static Image run(ProgramLoader loader, Settings settings, ScenarioBody body) {
        Image image = new Image(loader, settings);
        Scenario scenario = inContext(loader, () -> define(loader, image, body));
        image.nameByFields(scenario.states);
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < scenario.actors.size(); i++) {
            numbers.add(i + 1);
        }
        Runnable main = scenario.main != null
                ? scenario.main
                : new MainBody(numbers, scenario.afterwards, scenario.outcome);
        image.adoptAll(scenario.afterwards);
        if (scenario.outcome != null) {
            image.adoptAll(List.of(scenario.outcome));
        }
        Thread mainThread = inContext(loader, () -> new Thread(main, "main"));
        image.addThread(mainThread, main, "main");
        for (Scenario.Actor actor : scenario.actors) {
            requireRewritten(actor.body(), loader);
            image.addThread(actor.thread(), actor.body(), actor.name());
        }
        return image;
    }

    /** What code finds through its thread's context is found in the program under check, too. */
    static <T> T inContext(ClassLoader loader, Supplier<T> work) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return work.get();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static Scenario define(ProgramLoader loader, Image image, ScenarioBody body) {
        Scenario scenario = new Scenario();
        try {
            SetUp.run(image, () -> {
                body.define(scenario);
                return scenario;
            });
        } catch (Throwable thrown) {
            throw Blame.inSetUp(thrown, loader);
        }
        RuntimeException fault = loader.fault();
        if (fault != null) {
            throw fault;
        }
        if (scenario.main == null && scenario.actors.isEmpty()) {
            throw new InvalidCheckException("a check without threads: nothing would be explored");
        }
        return scenario;
    }

    /** Code that was not rewritten would run unseen, and everything would look fine. */
    private static void requireRewritten(Runnable body, ProgramLoader loader) {
        if (body.getClass().getClassLoader() != loader && !(body instanceof OutsideBody)) {
            throw new UnmodelledException("the code of a thread was not rewritten: " + body.getClass().getName());
        }
    }

    /** A thread's body that belongs to the checker and calls rewritten code. */
    interface OutsideBody extends Runnable {}
}
