package dev.baton.check.api;

import dev.baton.check.program.CheckFailure;
import dev.baton.check.program.InvalidCheckException;
import dev.baton.check.program.ProgramLoader;
import dev.baton.check.program.Site;
import dev.baton.check.spec.Call;
import dev.baton.check.spec.CallScenario;
import dev.baton.check.spec.MarkedCalls.Mark;
import dev.baton.check.spec.ResultTexts;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calls of a scenario as threads of a program under check, with marks where each begins and ends. */
final class CallBodies {
    /** The result of a call that returns nothing. */
    static final Object VOID = new Object() {
        @Override
        public String toString() {
            return "void";
        }
    };

    private static final String MARKS = "dev.baton.check.api.live.Marks";
    private static final String MARKS_FILE = MARKS.replace('.', '/');
    private static final String REQUESTS = "dev.baton.check.api.live.Requests";

    private final SpecifiedClass specified;
    private final ResultTexts texts;
    private final ProgramLoader loader;
    private final List<String> initial = new ArrayList<>();

    CallBodies(SpecifiedClass specified, ResultTexts texts, ProgramLoader loader) {
        this.specified = specified;
        this.texts = texts;
        this.loader = loader;
    }

    /** What the calls before the threads returned. */
    List<String> initial() {
        return initial;
    }

    /** What an instruction of the marks means, by its site. */
    static Mark mark(ProgramLoader loader, int site) {
        Site found = site == 0 ? null : loader.sites().get(site);
        if (found == null || !found.className.equals(MARKS_FILE)) {
            return found != null && found.what.startsWith("LockSupport.park") ? Mark.PARK : Mark.NONE;
        }
        return switch (found.method) {
            case "begin" -> Mark.BEGIN;
            case "request" -> Mark.REQUEST;
            case "end" -> Mark.END;
            default -> Mark.NONE;
        };
    }

    /** Makes the calls before the threads, and adds the threads; part of the set-up. */
    void define(CallScenario calls, Scenario scenario) throws Exception {
        Ends ends = new Ends(loader, calls.threads().size() + 1);
        Object object = newObject();
        scenario.states.add(object);
        initial.clear();
        for (Call call : calls.initial()) {
            initial.add(result(bound(call, object)));
        }
        int number = 0;
        for (int t = 0; t < calls.threads().size(); t++) {
            scenario.thread("T" + (t + 1), body(calls.threads().get(t), object, ends, t + 1, number));
            number += calls.threads().get(t).size();
        }
        if (calls.interrupted() >= 0) {
            Thread interrupted = scenario.actors.get(calls.interrupted()).thread();
            scenario.thread("interrupter", (SetUpPhase.OutsideBody) () -> ends.interrupt(interrupted));
        }
        for (Method each : specified.validations()) {
            scenario.finallyAssert(validation(bound(each, object)));
        }
        if (!calls.last().isEmpty()) {
            scenario.finallyAssert(body(calls.last(), object, ends, 0, number));
        }
    }

    private Object newObject() throws Exception {
        try {
            return Reloaded.newInstance(Class.forName(specified.type().getName(), true, loader));
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof CheckFailure failure) {
                throw Reloaded.<RuntimeException>unchanged((Throwable) failure);
            }
            throw new InvalidCheckException(specified.type().getName() + " cannot be made: " + e.getCause(), e);
        }
    }

    private Runnable body(List<Call> calls, Object object, Ends ends, int thread, int first) throws Exception {
        List<MethodHandle> bound = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            MethodHandle call = bound(calls.get(i), object);
            bound.add(specified.entry(calls.get(i)).isRequest()
                    ? answered(call, ends, thread, first + i,
                            specified.entry(calls.get(i)).isVoid())
                    : call);
        }
        return (SetUpPhase.OutsideBody) () -> {
            for (int i = 0; i < bound.size(); i++) {
                ends.begin(thread, first + i);
                ends.end(thread, texts.number(result(bound.get(i))));
            }
        };
    }

    /** The call makes a request and says so; its result is the answer. */
    private static MethodHandle answered(MethodHandle call, Ends ends, int thread, int number, boolean isVoid) {
        Asking asking = () -> {
            Object request = call.invokeExact();
            ends.request(thread, number);
            Object answer = ends.answer(request);
            return isVoid ? VOID : answer;
        };
        return ASK.bindTo(asking);
    }

    /** A call that may throw anything. */
    private interface Asking {
        @SuppressWarnings("UnusedMethod") // by method handle
        @Nullable
        Object ask() throws Throwable;
    }

    private static final MethodHandle ASK;
    static {
        try {
            ASK = MethodHandles.lookup().findVirtual(Asking.class, "ask", MethodType.methodType(Object.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static Runnable validation(MethodHandle bound) {
        return (SetUpPhase.OutsideBody) () -> {
            try {
                Object _ = bound.invokeExact();
            } catch (Throwable thrown) {
                throw Reloaded.<RuntimeException>unchanged(thrown);
            }
        };
    }

    private MethodHandle bound(Call call, Object object) throws Exception {
        Method known = specified.entry(call).method();
        return bound(known, object, ArgumentValues.of(call, known));
    }

    private MethodHandle bound(Method known, Object object, @Nullable Object... arguments) throws Exception {
        Class<?> declaring = Class.forName(known.getDeclaringClass().getName(), true, loader);
        Method method = find(declaring, known);
        method.setAccessible(true);
        MethodHandle handle = MethodHandles.lookup().unreflect(method);
        MethodHandle whole = Modifier.isStatic(method.getModifiers()) ? handle : handle.bindTo(object);
        MethodHandle bound = MethodHandles.insertArguments(whole.asFixedArity(), 0, arguments);
        return method.getReturnType() == void.class
                ? MethodHandles.filterReturnValue(bound, MethodHandles.constant(Object.class, VOID))
                : bound.asType(MethodType.methodType(Object.class));
    }

    private static Method find(Class<?> declaring, Method known) throws NoSuchMethodException {
        for (Method method : declaring.getDeclaredMethods()) {
            if (method.getName().equals(known.getName()) && !method.isBridge()
                    && method.toString().equals(known.toString())) {
                return method;
            }
        }
        for (Method method : declaring.getDeclaredMethods()) {
            if (method.getName().equals(known.getName()) && !method.isBridge()
                    && method.getParameterCount() == known.getParameterCount()) {
                return method;
            }
        }
        throw new NoSuchMethodException(known.toString());
    }

    /** What a call returns or throws, in words. */
    private static String result(MethodHandle call) {
        @Nullable
        Object result;
        try {
            result = call.invokeExact();
        } catch (Throwable thrown) {
            if (thrown instanceof CheckFailure || thrown.getClass().getName().startsWith("dev.baton.check.")) {
                throw Reloaded.<RuntimeException>unchanged(thrown);
            }
            result = thrown;
        }
        return ResultTexts.render(result);
    }

    /** The marks, in the world of rewritten classes. */
    private static final class Ends {
        private final MethodHandle begin;
        private final MethodHandle request;
        private final MethodHandle end;
        private final MethodHandle answer;
        private final MethodHandle interrupt;

        Ends(ProgramLoader loader, int threads) throws Exception {
            Class<?> marks = Class.forName(MARKS, true, loader);
            Object written = marks.getConstructor(int.class).newInstance(threads);
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            begin = lookup.unreflect(marks.getMethod("begin", int.class, int.class)).bindTo(written);
            request = lookup.unreflect(marks.getMethod("request", int.class, int.class)).bindTo(written);
            end = lookup.unreflect(marks.getMethod("end", int.class, int.class)).bindTo(written);
            Class<?> requests = Class.forName(REQUESTS, true, loader);
            answer = lookup.unreflect(requests.getMethod("answer", Object.class));
            interrupt = lookup.unreflect(requests.getMethod("interrupt", Thread.class));
        }

        /** In the world of rewritten classes: elsewhere the thread is not the one of the scenario. */
        void interrupt(Thread thread) {
            try {
                interrupt.invokeExact(thread);
            } catch (Throwable thrown) {
                throw Reloaded.<RuntimeException>unchanged(thrown);
            }
        }

        void request(int thread, int call) {
            mark(request, thread, call);
        }

        @Nullable
        Object answer(@Nullable Object request) throws Throwable {
            return answer.invokeExact(request);
        }

        void begin(int thread, int call) {
            mark(begin, thread, call);
        }

        void end(int thread, int result) {
            mark(end, thread, result);
        }

        private static void mark(MethodHandle handle, int thread, int value) {
            try {
                handle.invokeExact(thread, value);
            } catch (Throwable thrown) {
                throw Reloaded.<RuntimeException>unchanged(thrown);
            }
        }
    }
}
