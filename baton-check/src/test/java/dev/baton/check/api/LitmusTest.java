package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The classic shapes, run as Java with a VarHandle call for every access. A program is written as threads separated by
 * {@code |}, each a list of {@code R x mode}, {@code W x mode value}, {@code ADD x mode}, {@code CAS x mode},
 * {@code F mode}; the outcome is the values read, thread by thread.
 */
@SuppressWarnings("StringSplitter")
class LitmusTest {
    private static final List<String> MODELS = List.of("sc", "tso", "rc11", "jam");

    /** A shape, the weak outcome, and whether each model allows it. */
    private record Shape(String name, String program, String weak, boolean sc, boolean tso, boolean rc11,
            boolean jam) {
        boolean allowed(String model) {
            return switch (model) {
                case "sc" -> sc;
                case "tso" -> tso;
                case "rc11" -> rc11;
                default -> jam;
            };
        }
    }

    private static Shape weak(String name, String program, String outcome, boolean tso) {
        return new Shape(name, program, outcome, false, tso, true, true);
    }

    private static Shape forbidden(String name, String program, String outcome) {
        return new Shape(name, program, outcome, false, false, false, false);
    }

    private static final List<Shape> SHAPES = List.of(
            weak("SB opaque", "W x opaque 1; R y opaque | W y opaque 1; R x opaque", "0 0", true),
            weak("SB release acquire", "W x release 1; R y acquire | W y release 1; R x acquire", "0 0", true),
            weak("SB release volatile", "W x release 1; R y volatile | W y release 1; R x volatile", "0 0", true),
            weak("SB volatile acquire", "W x volatile 1; R y acquire | W y volatile 1; R x acquire", "0 0", false),
            forbidden("SB volatile", "W x volatile 1; R y volatile | W y volatile 1; R x volatile", "0 0"),
            forbidden("SB fences", "W x opaque 1; F full; R y opaque | W y opaque 1; F full; R x opaque", "0 0"),
            new Shape("Dekker with a CAS", "CAS x volatile; R y acquire | CAS y volatile; R x acquire", "0 0 0 0",
                    false, false, true, true),
            weak("MP plain", "W x plain 1; W y plain 1 | R y plain; R x plain", "1 0", false),
            weak("MP opaque", "W x opaque 1; W y opaque 1 | R y opaque; R x opaque", "1 0", false),
            weak("MP release opaque", "W x opaque 1; W y release 1 | R y opaque; R x opaque", "1 0", false),
            forbidden("MP release acquire", "W x plain 1; W y release 1 | R y acquire; R x plain", "1 0"),
            forbidden("MP fences", "W x opaque 1; F release; W y opaque 1 | R y opaque; F acquire; R x opaque", "1 0"),
            forbidden("MP through an update",
                    "W x opaque 1; W y release 1 | ADD y opaque | R y acquire; R x opaque", "1 2 0"),
            weak("MP release sequence of one thread",
                    "W x opaque 1; W y release 1; W y opaque 2 | R y acquire; R x opaque", "2 0", false),
            new Shape("ISA2", "W x opaque 1; W y release 1 | R y opaque; W z release 1 | R z acquire; R x opaque",
                    "1 1 0", false, false, true, false),
            forbidden("ISA2 acquire",
                    "W x opaque 1; W y release 1 | R y acquire; W z release 1 | R z acquire; R x opaque", "1 1 0"),
            forbidden("WRC acquire", "W x opaque 1 | R x acquire; W y release 1 | R y acquire; R x opaque",
                    "1 1 1 0"),
            weak("IRIW acquire", "W x release 1 | W y release 1 | R x acquire; R y acquire | R y acquire; R x acquire",
                    "1 0 1 0", false),
            forbidden("IRIW volatile",
                    "W x volatile 1 | W y volatile 1 | R x volatile; R y volatile | R y volatile; R x volatile",
                    "1 0 1 0"),
            new Shape("IRIW release volatile",
                    "W x release 1 | W y release 1 | R x volatile; R y volatile | R y volatile; R x volatile",
                    "1 0 1 0", false, false, true, false),
            forbidden("LB opaque", "R x opaque; W y opaque 1 | R y opaque; W x opaque 1", "1 1"),
            forbidden("LB plain", "R x plain; W y plain 1 | R y plain; W x plain 1", "1 1"),
            weak("CoRR plain", "W x plain 1 | R x plain; R x plain", "1 0", false),
            forbidden("CoRR opaque", "W x opaque 1 | R x opaque; R x opaque", "1 0"),
            forbidden("CoWR opaque", "W x opaque 1; R x opaque | W x opaque 2", "0"),
            forbidden("CoRW opaque", "R x opaque; W x opaque 1 | W x opaque 2", "1"),
            forbidden("updates are atomic", "ADD x opaque | ADD x opaque", "0 0"),
            forbidden("R volatile", "W x volatile 1; W y volatile 1 | W y volatile 2; R x volatile | final y", "0 2"),
            weak("R opaque", "W x opaque 1; W y opaque 1 | W y opaque 2; R x opaque | final y", "0 2", true),
            forbidden("S release acquire", "W x opaque 2; W y release 1 | R y acquire; W x opaque 1 | final x", "1 2"),
            weak("2+2W release",
                    "W x release 1; W y release 2 | W y release 1; W x release 2 | final x | final y", "1 1", false),
            forbidden("2+2W volatile",
                    "W x volatile 1; W y volatile 2 | W y volatile 1; W x volatile 2 | final x | final y", "1 1"),
            forbidden("CoWW opaque", "W x opaque 1; W x opaque 2 | final x", "1"));

    @TestFactory
    Stream<DynamicTest> weakOutcomesAreThoseOfTheModel() {
        return SHAPES.stream().flatMap(shape -> MODELS.stream()
                .map(model -> DynamicTest.dynamicTest(shape.name() + " under " + model, () -> check(shape, model))));
    }

    private static void check(Shape shape, String model) {
        String program = shape.program();
        CheckResult result = new Checker().model(model).check(scenario -> define(scenario, program));
        result.assertVerified();
        assertThat(result.outcomes().containsKey(shape.weak())).as(result.outcomes().toString())
                .isEqualTo(shape.allowed(model));
    }

    // ---- the interpreter, which is the program under check

    private record Step(String kind, String where, String mode, int value) {}

    @SuppressWarnings("unused")
    private int x;
    @SuppressWarnings("unused")
    private int y;
    @SuppressWarnings("unused")
    private int z;

    private static void define(Scenario scenario, String program) {
        LitmusTest memory = new LitmusTest();
        List<Results> all = new ArrayList<>();
        StringBuilder wanted = new StringBuilder();
        for (String text : program.split("\\|")) {
            if (text.strip().startsWith("final")) {
                wanted.append(text.strip().charAt("final ".length()));
                continue;
            }
            List<Step> steps = Stream.of(text.split(";")).map(String::strip).map(LitmusTest::parse).toList();
            Results results = new Results();
            all.add(results);
            scenario.thread(() -> memory.run(List.copyOf(steps), results));
        }
        List<Results> fixed = List.copyOf(all);
        String finals = wanted.toString();
        scenario.outcome(() -> {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < fixed.size(); i++) {
                text.append(fixed.get(i).text());
            }
            for (int i = 0; i < finals.length(); i++) {
                text.append(finals.charAt(i) == 'x' ? (int) X.get(memory) : (int) Y.get(memory)).append(' ');
            }
            return text.toString().strip();
        });
    }

    /** What one thread read. */
    private static final class Results {
        private int count;
        private int first;
        private int second;

        void add(int value) {
            if (count++ == 0) {
                first = value;
            } else {
                second = value;
            }
        }

        String text() {
            int known = count;
            return (known > 0 ? first + " " : "") + (known > 1 ? second + " " : "");
        }
    }

    private static Step parse(String text) {
        String[] words = text.split(" ");
        return words[0].equals("F")
                ? new Step("F", "", words[1], 0)
                : new Step(words[0], words[1], words[2], words.length > 3 ? Integer.parseInt(words[3]) : 0);
    }

    private void run(List<Step> steps, Results results) {
        for (Step step : steps) {
            VarHandle handle = switch (step.where()) {
                case "x" -> X;
                case "y" -> Y;
                default -> Z;
            };
            switch (step.kind()) {
                case "R" -> results.add(read(handle, step.mode()));
                case "W" -> write(handle, step.mode(), step.value());
                case "ADD" -> results.add((int) handle.getAndAddAcquire(this, 1));
                case "CAS" -> results.add((int) handle.compareAndExchange(this, 0, 1));
                default -> fence(step.mode());
            }
        }
    }

    private int read(VarHandle handle, String mode) {
        return switch (mode) {
            case "plain" -> (int) handle.get(this);
            case "opaque" -> (int) handle.getOpaque(this);
            case "acquire" -> (int) handle.getAcquire(this);
            default -> (int) handle.getVolatile(this);
        };
    }

    private void write(VarHandle handle, String mode, int value) {
        switch (mode) {
            case "plain" -> handle.set(this, value);
            case "opaque" -> handle.setOpaque(this, value);
            case "release" -> handle.setRelease(this, value);
            default -> handle.setVolatile(this, value);
        }
    }

    private static void fence(String mode) {
        switch (mode) {
            case "acquire" -> VarHandle.acquireFence();
            case "release" -> VarHandle.releaseFence();
            default -> VarHandle.fullFence();
        }
    }

    // VarHandle mechanics
    private static final VarHandle X;
    private static final VarHandle Y;
    private static final VarHandle Z;
    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            X = lookup.findVarHandle(LitmusTest.class, "x", int.class);
            Y = lookup.findVarHandle(LitmusTest.class, "y", int.class);
            Z = lookup.findVarHandle(LitmusTest.class, "z", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
