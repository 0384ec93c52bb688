package dev.baton.check.api;

import dev.baton.check.explore.Verdict;
import dev.baton.check.program.ProgramLoader;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/** Runs {@link ModelCheck} methods: once per model, in the world of rewritten classes. */
public final class ModelCheckExtension implements TestTemplateInvocationContextProvider {
    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return context.getRequiredTestMethod().isAnnotationPresent(ModelCheck.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        ModelCheck settings = context.getRequiredTestMethod().getAnnotation(ModelCheck.class);
        return Arrays.stream(settings.models()).map(model -> new UnderModel(settings, model));
    }

    /** One model. */
    private record UnderModel(ModelCheck settings, String model) implements TestTemplateInvocationContext {
        @Override
        public String getDisplayName(int index) {
            return model;
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(new Run(settings, model));
        }
    }

    /** Replaces the call of the test method by a check. */
    private record Run(ModelCheck settings, String model) implements InvocationInterceptor, ParameterResolver {
        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == Scenario.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return new Scenario();
        }

        @Override
        public void interceptTestTemplateMethod(Invocation<@Nullable Void> invocation,
                ReflectiveInvocationContext<Method> method, ExtensionContext context) {
            invocation.skip();
            CheckResult result = check(method.getExecutable(), context.getRequiredTestClass());
            context.publishReportEntry("check", result.toString());
            if (!settings.expectViolation()) {
                result.assertVerified();
            } else if (result.verdict() != Verdict.VIOLATED) {
                throw new AssertionError("expected a violation, but: " + result);
            }
        }

        private CheckResult check(Method original, Class<?> testClass) {
            if (settings.threads() > 0 && original.getParameterCount() > 0) {
                throw new IllegalArgumentException(original + ": threads = " + settings.threads()
                        + " runs the method itself, so it cannot take a Scenario");
            }
            ProgramLoader loader = Checker.newLoader(testClass.getClassLoader());
            Checker checker = new Checker().model(model).loopBound(settings.loopBound()).workers(settings.workers())
                    .spuriousWakeups(settings.spuriousWakeups()).maxExecutions(settings.maxExecutions())
                    .racesFail(settings.racesFail()).spuriousFailures(settings.spuriousFailures())
                    .symmetry(settings.symmetry());
            if (settings.timeLimitSeconds() > 0) {
                checker = checker.timeLimit(Duration.ofSeconds(settings.timeLimitSeconds()));
            }
            return checker.check(loader, scenario -> {
                Class<?> type = Class.forName(testClass.getName(), true, loader);
                Constructor<?> constructor = type.getDeclaredConstructor();
                constructor.setAccessible(true);
                Object instance = constructor.newInstance();
                Method method = type.getDeclaredMethod(original.getName(), original.getParameterTypes());
                method.setAccessible(true);
                if (settings.threads() > 0) {
                    scenario.threads(settings.threads(), (Checker.Outside) () -> call(method, instance));
                } else if (method.getParameterCount() == 0) {
                    scenario.main = (Checker.Outside) () -> call(method, instance);
                } else {
                    Reloaded.invoke(method, instance, scenario);
                }
            });
        }

        private static void call(Method method, Object instance) {
            try {
                Reloaded.invoke(method, instance);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
