package dev.baton.check.program;

import java.util.LinkedHashMap;
import java.util.Map;

/** What to do instead of a call that cannot be modelled. */
final class WaysOut {
    private static final String DOUBLE = "give the class a test double for it";
    private static final Map<String, String> BY_PREFIX = new LinkedHashMap<>();

    static {
        BY_PREFIX.put("java.lang.System.exit", "return or throw instead");
        BY_PREFIX.put("java.lang.Runtime.addShutdownHook",
                "run what the hook does in a thread of the scenario, or after the threads");
        BY_PREFIX.put("java.lang.Runtime.", "return or throw instead");
        BY_PREFIX.put("java.util.Calendar", "pass the time in, or use System.currentTimeMillis()");
        BY_PREFIX.put("java.util.GregorianCalendar", "pass the time in, or use System.currentTimeMillis()");
        BY_PREFIX.put("java.lang.foreign.", "an array of bytes or longs with a VarHandle");
        BY_PREFIX.put("java.lang.System.set",
                "leave the process as it is; what is printed is shown with a counterexample");
        BY_PREFIX.put("java.lang.System.load", DOUBLE + " in Java");
        BY_PREFIX.put("java.lang.reflect.", "access the field itself, or by a VarHandle");
        BY_PREFIX.put("java.lang.invoke.", "use a VarHandle on the field or array");
        BY_PREFIX.put("java.util.Timer", "run its task in a thread of the scenario");
        BY_PREFIX.put("java.util.concurrent.", "run the task in a thread of the scenario");
        BY_PREFIX.put("java.time.", "pass the time in, or use System.nanoTime()");
        BY_PREFIX.put("java.util.Collection.parallelStream", "use stream()");
        BY_PREFIX.put("java.util.stream.", "use a sequential stream");
        BY_PREFIX.put("java.lang.Thread.", "assert on a state of the program's own");
    }

    private WaysOut() {}

    static String of(String call) {
        return BY_PREFIX.entrySet().stream().filter(each -> call.startsWith(each.getKey())).map(Map.Entry::getValue)
                .findFirst().orElse(DOUBLE);
    }
}
