package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test classes of Lincheck on the command line. Annotations are found by name, here those of Lincheck 2, which is not on any
 * class path: what the classes need of it is written here.
 */
class LincheckClassesTest {
    private static final Map<String, String> LINCHECK = Map.of("org/jetbrains/kotlinx/lincheck/annotations/Operation",
            """
                    package org.jetbrains.kotlinx.lincheck.annotations;

                    import java.lang.annotation.*;

                    @Retention(RetentionPolicy.RUNTIME)
                    public @interface Operation {
                        String group() default "";
                        boolean runOnce() default false;
                        Class<? extends Throwable>[] handleExceptionsAsResult() default {};
                    }
                    """, "org/jetbrains/kotlinx/lincheck/annotations/Param", """
                    package org.jetbrains.kotlinx.lincheck.annotations;

                    import java.lang.annotation.*;

                    @Retention(RetentionPolicy.RUNTIME)
                    public @interface Param {
                        String name() default "";
                        Class<?> gen() default Object.class;
                        String conf() default "";
                    }
                    """, "org/jetbrains/kotlinx/lincheck/paramgen/IntGen", """
                    package org.jetbrains.kotlinx.lincheck.paramgen;

                    public class IntGen {}
                    """, "org/jetbrains/kotlinx/lincheck/strategy/stress/StressCTest", """
                    package org.jetbrains.kotlinx.lincheck.strategy.stress;

                    import java.lang.annotation.*;

                    @Retention(RetentionPolicy.RUNTIME)
                    public @interface StressCTest {
                        int threads() default 2;
                        int actorsPerThread() default 5;
                        int actorsBefore() default 5;
                        Class<?> sequentialSpecification() default Object.class;
                    }
                    """);

    @TempDir
    Path directory;

    private Path compiled(String name, String source) throws IOException {
        Path sources = directory.resolve("sources");
        List<String> arguments = new ArrayList<>(List.of("-g", "-proc:none", "-d",
                directory.resolve("classes").toString()));
        for (Map.Entry<String, String> each : LINCHECK.entrySet()) {
            Path file = sources.resolve(each.getKey() + ".java");
            Files.createDirectories(file.getParent());
            arguments.add(Files.writeString(file, each.getValue()).toString());
        }
        arguments.add(Files.writeString(sources.resolve(name + ".java"), source).toString());
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        return directory.resolve("classes");
    }

    private static String register(String write) {
        return """
                import java.util.concurrent.atomic.AtomicInteger;
                import org.jetbrains.kotlinx.lincheck.annotations.*;
                import org.jetbrains.kotlinx.lincheck.paramgen.IntGen;
                import org.jetbrains.kotlinx.lincheck.strategy.stress.StressCTest;

                public class RegisterTest {
                    static abstract class Base {
                        final AtomicInteger value = new AtomicInteger();

                        @Operation
                        public int add(@Param(gen = IntGen.class, conf = "5:6") int delta) {
                            WRITE
                        }
                    }

                    @StressCTest(actorsPerThread = 1, actorsBefore = 0, sequentialSpecification = Sum.class)
                    public static class Inherited extends Base {}

                    public static class Sum {
                        private int value;

                        public int add(int delta) {
                            return value += delta;
                        }
                    }
                }
                """.replace("WRITE", write);
    }

    @Test
    void wrongClassIsFoundInADirectory() throws IOException {
        Path classes = compiled("RegisterTest", register("value.set(value.get() + delta); return value.get();"));
        Shell shell = Shell.run("check", classes.toString());
        assertThat(shell.out()).contains("not linearizable", "| add(5) -> 5 | add(5) -> 5 |", "1 violation");
        assertThat(shell.code()).isEqualTo(1);
    }

    @Test
    void rightClassIsVerified() throws IOException {
        Path classes = compiled("RegisterTest", register("return value.addAndGet(delta);"));
        Shell shell = Shell.run("check", classes.toString());
        assertThat(shell.out()).contains("verified", "1 check,").doesNotContain("VIOLATED");
        assertThat(shell.code()).isZero();
    }
}
