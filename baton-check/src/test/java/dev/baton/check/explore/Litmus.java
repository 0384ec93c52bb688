package dev.baton.check.explore;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.BlockReason;
import dev.baton.check.event.Step;
import dev.baton.check.graph.Execution;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Programs in the litmus notation: threads separated by {@code |}, operations by {@code ;}.
 *
 * <pre>
 * W.m x e           store; e is a number, a register, or register+number
 * R.m x r           load into r
 * F.m               fence
 * FAA.m x e r       fetch and add      XCHG.m x e r    exchange
 * CAS.m x e1 e2 r   compare and set, r is the old value
 * AW.m x v          wait until x = v   AWN.m x v       wait until x is not v
 * assume r=v        else the thread stops
 * [r=v] op          op only if the condition holds; also != &lt; &gt;
 * x/y@r             in place of a location: x if r is 0, else y
 * </pre>
 * Modes: na (plain), rlx (opaque), acq, rel, ar, sc (volatile); for fences also ll and ss, and jl and js for those of the JDK. Locations start at 0.
 */
public final class Litmus {
    private static final Pattern GUARD = Pattern.compile("\\[(\\w+)(!=|=|>|<)(-?\\d+)\\]\\s*(.*)");
    private static final Pattern CONDITION = Pattern.compile("(\\w+)(!=|=|>|<)(-?\\d+)");
    private static final Pattern EXPRESSION = Pattern.compile("([a-zA-Z]\\w*?)([+-]\\d+)?");
    static final long UNSET = -99;

    record Condition(String register, String operator, long value) {
        boolean holds(Map<String, Long> registers) {
            long actual = registers.getOrDefault(register, UNSET);
            return switch (operator) {
                case "=" -> actual == value;
                case "!=" -> actual != value;
                case ">" -> actual > value;
                default -> actual < value;
            };
        }
    }

    record Operation(@Nullable Condition guard, String kind, AccessMode mode, int location, List<String> arguments,
            @Nullable Condition assumption, @Nullable Address address) {
        Operation(@Nullable Condition guard, String kind, AccessMode mode, int location, List<String> arguments,
                @Nullable Condition assumption) {
            this(guard, kind, mode, location, arguments, assumption, null);
        }

        int location(Map<String, Long> registers) {
            return address == null || registers.getOrDefault(address.register(), 0L) == 0 ? location : address.other();
        }
    }

    /** Another location, for a register that is not 0. */
    record Address(String register, int other) {}

    /** What a thread has computed so far, and from which of its events. */
    private static final class Work {
        final Map<String, Long> registers;
        final Map<String, Integer> origin = new HashMap<>();
        final TreeSet<Integer> control = new TreeSet<>();

        Work(Map<String, Long> registers) {
            this.registers = registers;
        }

        void branchOn(String register) {
            if (origin.containsKey(register)) {
                control.add(origin.getOrDefault(register, 0));
            }
        }

        /** What a write of these expressions depends on. */
        int[] needs(String... expressions) {
            return origins(new TreeSet<>(control), expressions);
        }

        /** What these expressions were computed from. */
        int[] uses(String... expressions) {
            return origins(new TreeSet<>(), expressions);
        }

        private int[] origins(TreeSet<Integer> all, String... expressions) {
            for (String expression : expressions) {
                Matcher matcher = EXPRESSION.matcher(expression);
                if (matcher.matches() && origin.containsKey(matcher.group(1))) {
                    all.add(origin.getOrDefault(matcher.group(1), 0));
                }
            }
            return all.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    private final List<List<Operation>> threads = new ArrayList<>();
    private final Map<String, Integer> locations = new LinkedHashMap<>();

    private Litmus() {}

    public static Litmus parse(String text) {
        Litmus litmus = new Litmus();
        for (String thread : text.split("\\|", -1)) {
            List<Operation> operations = new ArrayList<>();
            for (String operation : thread.split(";", -1)) {
                if (!operation.isBlank()) {
                    operations.add(litmus.operation(operation.strip()));
                }
            }
            litmus.threads.add(operations);
        }
        return litmus;
    }

    private Operation operation(String text) {
        @Nullable
        Condition guard = null;
        Matcher guarded = GUARD.matcher(text);
        if (guarded.matches()) {
            guard = new Condition(guarded.group(1), guarded.group(2), Long.parseLong(guarded.group(3)));
            text = guarded.group(4).strip();
        }
        String[] words = text.split("\\s+");
        if (words[0].equals("assume")) {
            Matcher matcher = CONDITION.matcher(words[1]);
            if (!matcher.matches()) {
                throw new IllegalArgumentException(text);
            }
            return new Operation(guard, "assume", AccessMode.PLAIN, -1, List.of(),
                    new Condition(matcher.group(1), matcher.group(2), Long.parseLong(matcher.group(3))));
        }
        String[] head = words[0].split("\\.", -1);
        AccessMode mode = mode(head[1]);
        if (head[0].equals("F")) {
            return new Operation(guard, "F", mode, -1, List.of(), null);
        }
        String[] places = words[1].split("[/@]", -1);
        int location = locations.computeIfAbsent(places[0], name -> locations.size());
        Address address = places.length < 3
                ? null
                : new Address(places[2], locations.computeIfAbsent(places[1], name -> locations.size()));
        return new Operation(guard, head[0], mode, location, List.of(words).subList(2, words.length), null, address);
    }

    static AccessMode mode(String name) {
        return switch (name) {
            case "na" -> AccessMode.NON_ATOMIC;
            case "pl" -> AccessMode.PLAIN;
            case "rlx" -> AccessMode.OPAQUE;
            case "acq" -> AccessMode.ACQUIRE;
            case "rel" -> AccessMode.RELEASE;
            case "ar" -> AccessMode.ACQ_REL;
            case "sc" -> AccessMode.VOLATILE;
            case "ll" -> AccessMode.LOAD_LOAD;
            case "ss" -> AccessMode.STORE_STORE;
            default -> throw new IllegalArgumentException(name);
        };
    }

    public int threads() {
        return threads.size();
    }

    public List<List<Operation>> code() {
        return threads;
    }

    public Map<String, Integer> locations() {
        return locations;
    }

    /** The code of one thread. */
    public DirectProgram.Body body(int thread) {
        return self -> run(threads.get(thread), self, new Work(new HashMap<>()));
    }

    public DirectProgram program() {
        List<DirectProgram.Body> bodies = new ArrayList<>();
        for (List<Operation> operations : threads) {
            bodies.add(self -> run(operations, self, new Work(new HashMap<>())));
        }
        return DirectProgram.of(bodies, self -> {}).tellingNeeds();
    }

    static long evaluate(String expression, Map<String, Long> registers) {
        Matcher matcher = EXPRESSION.matcher(expression);
        if (!matcher.matches()) {
            return Long.parseLong(expression);
        }
        long base = registers.getOrDefault(matcher.group(1), 0L);
        return matcher.group(2) == null ? base : base + Long.parseLong(matcher.group(2));
    }

    private static void run(List<Operation> operations, DirectProgram.Actor self, Work work) {
        for (Operation operation : operations) {
            if (operation.guard() != null) {
                work.branchOn(operation.guard().register());
            }
            if (operation.guard() == null || operation.guard().holds(work.registers)) {
                run(operation, self, work);
            }
        }
    }

    private static void run(Operation operation, DirectProgram.Actor self, Work work) {
        Map<String, Long> registers = work.registers;
        AccessMode mode = operation.mode();
        int location = operation.location(registers);
        List<String> arguments = operation.arguments();
        if (operation.address() != null) {
            // What an address depends on, all later writes depend on.
            work.branchOn(operation.address().register());
        }
        String address = operation.address() == null ? "0" : operation.address().register();
        String value = switch (operation.kind()) {
            case "W", "FAA", "XCHG" -> arguments.get(0);
            case "CAS" -> arguments.get(1);
            default -> "0";
        };
        self.uses(work.uses(address), work.uses(address, value));
        switch (operation.kind()) {
            case "W" -> {
                self.needs(work.needs(arguments.get(0)));
                self.write(location, mode, evaluate(arguments.get(0), registers));
            }
            case "R" -> {
                int event = self.position();
                registers.put(arguments.get(0), self.read(location, mode));
                work.origin.put(arguments.get(0), event);
            }
            case "F" -> self.fence(mode);
            case "FAA" -> {
                long delta = evaluate(arguments.get(0), registers);
                self.needs(work.needs(arguments.get(0)));
                int event = self.position();
                registers.put(arguments.get(1), self.add(location, mode, delta));
                work.origin.put(arguments.get(1), event);
            }
            case "XCHG" -> {
                self.needs(work.needs(arguments.get(0)));
                int event = self.position();
                registers.put(arguments.get(1), self.exchange(location, mode, evaluate(value, registers)));
                work.origin.put(arguments.get(1), event);
            }
            case "CAS" -> {
                long expected = evaluate(arguments.get(0), registers);
                long changed = evaluate(value, registers);
                self.needs(work.needs(arguments.get(0), arguments.get(1)));
                int event = self.position();
                registers.put(arguments.get(2), self.compareAndExchange(location, mode, expected, changed));
                work.origin.put(arguments.get(2), event);
            }
            case "AW", "AWN" -> {
                long wanted = evaluate(arguments.get(0), registers);
                boolean equal = operation.kind().equals("AW");
                work.control.add(self.position());
                self.await(location, mode, seen -> (seen == wanted) == equal);
            }
            case "assume" -> {
                if (operation.assumption() != null) {
                    work.branchOn(operation.assumption().register());
                    if (!operation.assumption().holds(registers)) {
                        self.block(BlockReason.ASSUME, self.position());
                    }
                }
            }
            default -> throw new IllegalArgumentException(operation.kind());
        }
    }

    /** The registers at the end of an execution, and the locations' last values under their names. */
    public Map<String, Long> outcome(Execution graph) {
        Map<String, Long> result = new HashMap<>();
        for (int t = 1; t <= threads.size(); t++) {
            List<Long> answers = new ArrayList<>();
            for (int i = 0; i < graph.size(); i++) {
                for (int e = 0; e < graph.size(); e++) {
                    if (graph.thread(e) == t && graph.index(e) == i) {
                        answers.add(StepTree.reply(graph, e));
                    }
                }
            }
            Map<String, Long> registers = new HashMap<>();
            List<Operation> operations = threads.get(t - 1);
            DirectProgram single = new DirectProgram(List.of(self -> run(operations, self, new Work(registers))));
            single.fastForward(0, answers.stream().mapToLong(Long::longValue).toArray(), answers.size(),
                    new Step());
            result.putAll(registers);
        }
        locations.forEach((name, location) -> result.put(name, lastValue(graph, location)));
        return result;
    }

    private static long lastValue(Execution graph, int location) {
        int last = Execution.INIT;
        for (int e = 0; e < graph.size(); e++) {
            if (graph.isWrite(e) && graph.location(e) == location) {
                boolean overwritten = false;
                for (int other = 0; other < graph.size(); other++) {
                    overwritten |= graph.isWrite(other) && graph.location(other) == location
                            && graph.moBefore(other) == e;
                }
                if (!overwritten) {
                    last = e;
                }
            }
        }
        return last == Execution.INIT ? 0 : graph.value(last);
    }
}
