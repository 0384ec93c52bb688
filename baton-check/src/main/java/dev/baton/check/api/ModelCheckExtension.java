package dev.baton.check.api;

import dev.baton.check.explain.Counterexample;
import dev.baton.check.explain.SourcePath;
import dev.baton.check.explore.Bound;
import dev.baton.check.explore.Verdict;
import java.lang.reflect.Method;
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
    /** Made by JUnit, which finds it through {@link ModelCheck}. */
    public ModelCheckExtension() {}

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
            return List.of(new CheckedCall(settings, model));
        }
    }

    /** Replaces the call of the test method by a check. */
    private record CheckedCall(ModelCheck settings, String model) implements InvocationInterceptor, ParameterResolver {
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
            ScenarioMethod scenario = new ScenarioMethod(context.getRequiredTestClass(), method.getExecutable());
            CheckResult result = scenario.check(scenario.checker(model));
            context.publishReportEntry("check", result.toString());
            if (settings.huntSeconds() > 0 && result.notExhausted() instanceof Bound.Hunted
                    && result.verdict() == Verdict.NOT_EXHAUSTED && !settings.expectViolation()) {
                return; // nothing wrong was met, and no more was asked
            }
            if (!settings.expectViolation()) {
                if (result.verdict() != Verdict.VERIFIED) {
                    throw failure(result, context.getRequiredTestClass(), method.getExecutable());
                }
            } else if (result.verdict() != Verdict.VIOLATED) {
                throw new AssertionError("expected a violation, but: " + result);
            }
        }

        private CheckFailedError failure(CheckResult result, Class<?> type, Method check) {
            String name = type.getName() + "." + check.getName();
            List<Counterexample> told = result.counterexamples(name,
                    new SourcePath(List.of(), type.getClassLoader()));
            FailureReports.write(name + "-" + model, told);
            return result.failure(told).of(check);
        }
    }
}
