package dev.baton.check.explore;

import dev.baton.check.api.Scenario;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Runs litmus programs as bytecode. What was read goes through local variables, the operand stack, local arrays and objects, calls,
 * returns and exceptions before something is computed from it. {@link BufferingCode} writes the code that is run here.
 */
public final class BufferingBytecode {
    private BufferingBytecode() {}

    static final int REGISTERS = 8;

    /** A register that is an object of its thread. */
    private static final class Register {
        int value;
    }

    private static final class Unequal extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private static final class Shared {
        final int[] memory = new int[4];
        final int[] results = new int[4 * REGISTERS];
    }

    static void define(Scenario scenario, String program) {
        Shared shared = new Shared();
        String[] threads = program.split("\\|", -1);
        for (int i = 0; i < threads.length; i++) {
            String code = threads[i];
            int number = i;
            scenario.thread(() -> run(shared, code, number));
        }
        scenario.outcome(() -> {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < threads.length * REGISTERS; i++) {
                text.append(shared.results[i]).append(' ');
            }
            return text.toString();
        });
    }

    private static void run(Shared shared, String code, int number) {
        int[] even = new int[REGISTERS];
        Register[] odd = new Register[REGISTERS];
        for (int i = 0; i < REGISTERS; i++) {
            odd[i] = new Register();
        }
        for (int at = 0; at < code.length(); at += BufferingCode.WIDTH) {
            if (holds(even, odd, code, at)) {
                step(shared.memory, even, odd, code, at);
            }
        }
        for (int i = 0; i < REGISTERS; i++) {
            if (code.indexOf((char) ('A' + i)) >= 0) {
                shared.results[number * REGISTERS + i] = get(even, odd, i);
            }
        }
    }

    private static int get(int[] even, Register[] odd, int register) {
        return register % 2 == 0 ? even[register] : odd[register].value;
    }

    private static void set(int[] even, Register[] odd, int register, int value) {
        if (register % 2 == 0) {
            even[register] = value;
        } else {
            odd[register].value = value;
        }
    }

    private static boolean holds(int[] even, Register[] odd, String code, int at) {
        if (code.charAt(at + 5) == '-') {
            return true;
        }
        int actual = get(even, odd, code.charAt(at + 5) - 'a');
        int wanted = code.charAt(at + 7) - '0';
        return switch (code.charAt(at + 6)) {
            case '=' -> {
                try {
                    requireEqual(actual, wanted);
                    yield true;
                } catch (Unequal other) {
                    yield false;
                }
            }
            case '!' -> actual != wanted;
            default -> Integer.compare(actual, wanted) < 0;
        };
    }

    private static void requireEqual(int one, int other) throws Unequal {
        if (one != other) {
            throw new Unequal();
        }
    }

    /** One of two places, without a branch. */
    private static int place(int[] even, Register[] odd, String code, int at) {
        int first = code.charAt(at + 2) - '0';
        if (code.charAt(at + 3) == '-') {
            return first;
        }
        int other = code.charAt(at + 3) - '0';
        int register = get(even, odd, code.charAt(at + 4) - 'a');
        int isSet = (register | -register) >>> 31;
        return first + (other - first) * isSet;
    }

    private static int value(int[] even, Register[] odd, String code, int at) {
        char value = code.charAt(at + 8);
        return value >= 'a' ? get(even, odd, value - 'a') : value - '0';
    }

    private static void step(int[] memory, int[] even, Register[] odd, String code, int at) {
        char mode = code.charAt(at + 1);
        int place = code.charAt(at) == 'F' ? 0 : place(even, odd, code, at);
        int value = value(even, odd, code, at);
        int result = code.charAt(at + 10) - 'A';
        switch (code.charAt(at)) {
            case 'R' -> set(even, odd, result, read(memory, place, mode));
            case 'W' -> write(memory, place, mode, value);
            case 'F' -> fence(mode);
            case 'A' -> set(even, odd, result, (int) ELEMENT.getAndAdd(memory, place, value));
            case 'X' -> set(even, odd, result, (int) ELEMENT.getAndSet(memory, place, value));
            default -> set(even, odd, result,
                    (int) ELEMENT.compareAndExchange(memory, place, code.charAt(at + 9) - '0', value));
        }
    }

    private static int read(int[] memory, int place, char mode) {
        return switch (mode) {
            case 'p' -> memory[place];
            case 'o' -> (int) ELEMENT.getOpaque(memory, place);
            case 'a' -> (int) ELEMENT.getAcquire(memory, place);
            default -> (int) ELEMENT.getVolatile(memory, place);
        };
    }

    private static void write(int[] memory, int place, char mode, int value) {
        switch (mode) {
            case 'p' -> memory[place] = value;
            case 'o' -> ELEMENT.setOpaque(memory, place, value);
            case 'r' -> ELEMENT.setRelease(memory, place, value);
            default -> ELEMENT.setVolatile(memory, place, value);
        }
    }

    private static void fence(char mode) {
        switch (mode) {
            case 'a' -> VarHandle.acquireFence();
            case 'r' -> VarHandle.releaseFence();
            case 'l' -> VarHandle.loadLoadFence();
            case 's' -> VarHandle.storeStoreFence();
            default -> VarHandle.fullFence();
        }
    }

    // VarHandle mechanics
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
}
