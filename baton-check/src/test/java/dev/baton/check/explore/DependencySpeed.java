package dev.baton.check.explore;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import dev.baton.check.api.PreparedCheck;
import dev.baton.check.api.Scenario;
import dev.baton.check.api.ScenarioBody;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Prints what a model with load buffering takes for programs that have none, beside what {@code rc11} takes: the median of the ratios of
 * runs in turns, and their quartiles. Arguments: seconds for each program and model (default 3), then models (default java, imm, arm8).
 */
public final class DependencySpeed {
    private DependencySpeed() {}

    private static final class Ticket {
        final AtomicInteger next = new AtomicInteger();
        volatile int owner;
        int count;

        void add() {
            int mine = next.getAndIncrement();
            while (owner != mine) {
                Thread.onSpinWait();
            }
            count++;
            owner = mine + 1;
        }
    }

    private record Node(@Nullable Node next, int value) {}

    private static final class Stack {
        final AtomicReference<@Nullable Node> head = new AtomicReference<>();

        void push(int value) {
            Node top;
            do {
                top = head.get();
            } while (!head.compareAndSet(top, new Node(top, value)));
        }

        void pop() {
            Node top;
            do {
                top = head.get();
            } while (top != null && !head.compareAndSet(top, top.next()));
        }
    }

    private static void ticket(Scenario scenario) {
        Ticket lock = new Ticket();
        scenario.threads(5, lock::add);
    }

    private static void monitor(Scenario scenario) {
        int[] cells = new int[3];
        scenario.threads(5, () -> {
            synchronized (cells) {
                cells[1] = cells[0] + 1;
                cells[2] = cells[1];
                cells[0] = cells[2];
            }
        });
    }

    private static void stack(Scenario scenario) {
        Stack stack = new Stack();
        for (int i = 0; i < 3; i++) {
            int value = i;
            scenario.thread(() -> {
                stack.push(value);
                stack.pop();
            });
        }
    }

    private static void counters(Scenario scenario) {
        AtomicInteger one = new AtomicInteger();
        AtomicInteger other = new AtomicInteger();
        scenario.threads(3, () -> {
            one.incrementAndGet();
            other.addAndGet(one.get());
        });
    }

    public static void main(String[] arguments) {
        double seconds = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 3;
        List<String> models = arguments.length > 1
                ? List.of(Arrays.copyOfRange(arguments, 1, arguments.length))
                : List.of("java", "imm", "arm8");
        Map<String, ScenarioBody> programs = new LinkedHashMap<>();
        programs.put("ticket lock, 5 threads", DependencySpeed::ticket);
        programs.put("monitor, 5 threads", DependencySpeed::monitor);
        programs.put("Treiber's stack, 3 threads", DependencySpeed::stack);
        programs.put("atomic counters, 3 threads", DependencySpeed::counters);
        programs.forEach((name, body) -> {
            PreparedCheck plain = PreparedCheck.of("", body).prepare(new Checker().model("rc11"));
            for (String model : models) {
                compare(name, plain, PreparedCheck.of("", body).prepare(new Checker().model(model)), model, seconds);
            }
        });
    }

    private static void compare(String name, PreparedCheck plain, PreparedCheck told, String model, double seconds) {
        List<Double> ratios = new ArrayList<>();
        long executions = 0;
        long base = 0;
        long warm = System.nanoTime() + (long) (seconds * 1e9 / 2);
        long end = System.nanoTime() + (long) (seconds * 1e9 * 3 / 2);
        while (System.nanoTime() < end || ratios.size() < 5) {
            CheckResult one = plain.explore(new Checker().model("rc11"));
            CheckResult other = told.explore(new Checker().model(model));
            if (System.nanoTime() > warm) {
                ratios.add((double) other.elapsed().toNanos() / one.elapsed().toNanos());
            }
            base = one.executions();
            executions = other.executions();
        }
        ratios.sort(null);
        int n = ratios.size();
        System.out.printf("%-28s %-5s %8d %8d %6.2f (%.2f-%.2f), %d pairs%n", name, model, base, executions,
                ratios.get(n / 2), ratios.get(n / 4), ratios.get(3 * n / 4), n);
    }
}
