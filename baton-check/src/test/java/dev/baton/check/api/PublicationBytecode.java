package dev.baton.check.api;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Runs the programs of {@link PublicationProgram} as bytecode: every access is a real instruction or VarHandle call. */
final class PublicationBytecode {
    private PublicationBytecode() {}

    static final class Node {
        int a;
        volatile int b;
        Object next;

        Node() {}

        Node(int value) {
            a = value;
            b = value;
        }
    }

    static final class Box {
        final Object object;

        Box(Object object) {
            this.object = object;
        }
    }

    static final class Shared {
        Object place0;
        Object place1;
        int data0;
        int data1;
        final int[] results = new int[4 * PublicationProgram.RESULTS];
    }

    static void define(Scenario scenario, String program) {
        Shared shared = new Shared();
        String[] threads = program.split("\\|");
        for (int i = 0; i < threads.length; i++) {
            String code = threads[i];
            int number = i;
            scenario.thread(() -> run(shared, code, number));
        }
        scenario.outcome(() -> {
            long outcome = 0;
            for (int i = 0; i < threads.length * PublicationProgram.RESULTS; i++) {
                outcome = outcome * 5 + shared.results[i];
            }
            return Long.toString(outcome);
        });
    }

    private static void run(Shared shared, String code, int number) {
        Object[] nodes = new Object[PublicationProgram.NODES];
        int[] results = new int[PublicationProgram.RESULTS];
        int count = 0;
        for (int at = 0; at < code.length(); at += PublicationProgram.WIDTH) {
            int x = code.charAt(at + 1) - '0';
            int y = code.charAt(at + 2) - '0';
            char mode = code.charAt(at + 3);
            int value = code.charAt(at + 4) - '0';
            switch (code.charAt(at)) {
                case 'n' -> nodes[x] = make(y, value);
                case 'b' -> nodes[x] = new Box(nodes[y]);
                case 'w' -> write(target(nodes[x]), y, mode, value);
                case 'r' -> results[count++] = read(target(nodes[x]), y, mode);
                case 'c' -> results[count++] = swap(target(nodes[x]), value);
                case 's' -> writeInMonitor(target(nodes[x]), value);
                case 't' -> results[count++] = readInMonitor(target(nodes[x]));
                case 'l' -> link(target(nodes[x]), nodes[y], mode);
                case 'k' -> nodes[x] = next(target(nodes[y]), mode);
                case 'p' -> {
                    int taken = publish(shared, nodes[x], y, mode);
                    if (mode == 'c') {
                        results[count++] = taken;
                    }
                }
                case 'g' -> nodes[x] = get(y == 0 ? PLACE0 : PLACE1, shared, mode);
                case 'd' -> set(y == 0 ? DATA0 : DATA1, shared, mode, value);
                case 'e' -> results[count++] = getInt(y == 0 ? DATA0 : DATA1, shared, mode);
                case 'f' -> fence(mode);
                default -> throw new IllegalArgumentException(code);
            }
        }
        for (int i = 0; i < count; i++) {
            shared.results[number * PublicationProgram.RESULTS + i] = results[i];
        }
    }

    private static Object make(int how, int value) {
        return switch (how) {
            case 0 -> new Node();
            case 1 -> new Node(value);
            case 2 -> new int[2];
            case 3 -> new int[]{value, value};
            default -> elsewhere();
        };
    }

    private static Object elsewhere() {
        return new Node();
    }

    private static Object target(Object node) {
        return node instanceof Box box ? box.object : node;
    }

    private static void write(Object target, int field, char mode, int value) {
        if (target instanceof Node node) {
            if (field == 1) {
                node.b = value;
            } else if (mode == 'p') {
                node.a = value;
            } else {
                set(A, node, mode, value);
            }
        } else if (target instanceof int[] array) {
            switch (mode) {
                case 'p' -> array[field] = value;
                case 'o' -> ELEMENT.setOpaque(array, field, value);
                case 'r' -> ELEMENT.setRelease(array, field, value);
                default -> ELEMENT.setVolatile(array, field, value);
            }
        }
    }

    private static int read(Object target, int field, char mode) {
        if (target instanceof Node node) {
            if (field == 1) {
                return node.b;
            }
            return mode == 'p' ? node.a : getInt(A, node, mode);
        }
        if (target instanceof int[] array) {
            return switch (mode) {
                case 'p' -> array[field];
                case 'o' -> (int) ELEMENT.getOpaque(array, field);
                case 'a' -> (int) ELEMENT.getAcquire(array, field);
                default -> (int) ELEMENT.getVolatile(array, field);
            };
        }
        return 4;
    }

    private static int swap(Object target, int value) {
        if (target instanceof Node node) {
            return A.compareAndSet(node, 0, value) ? 1 : 0;
        }
        return target instanceof int[] array ? ELEMENT.compareAndSet(array, 0, 0, value) ? 1 : 0 : 4;
    }

    private static void writeInMonitor(Object target, int value) {
        if (target != null) {
            synchronized (target) {
                write(target, 0, 'p', value);
            }
        }
    }

    private static int readInMonitor(Object target) {
        if (target == null) {
            return 4;
        }
        synchronized (target) {
            return read(target, 0, 'p');
        }
    }

    private static void link(Object target, Object other, char mode) {
        if (target instanceof Node node) {
            switch (mode) {
                case 'p' -> node.next = other;
                case 'o' -> NEXT.setOpaque(node, other);
                case 'r' -> NEXT.setRelease(node, other);
                default -> NEXT.setVolatile(node, other);
            }
        }
    }

    private static Object next(Object target, char mode) {
        if (target instanceof Node node) {
            return switch (mode) {
                case 'p' -> node.next;
                case 'o' -> NEXT.getOpaque(node);
                case 'a' -> NEXT.getAcquire(node);
                default -> NEXT.getVolatile(node);
            };
        }
        return null;
    }

    private static int publish(Shared shared, Object node, int place, char mode) {
        VarHandle handle = place == 0 ? PLACE0 : PLACE1;
        switch (mode) {
            case 'p' -> handle.set(shared, node);
            case 'o' -> handle.setOpaque(shared, node);
            case 'r' -> handle.setRelease(shared, node);
            case 'v' -> handle.setVolatile(shared, node);
            case 'c' -> {
                return handle.compareAndSet(shared, (Object) null, node) ? 1 : 0;
            }
            default -> {
                Object before = handle.getAndSet(shared, node);
                return before == null ? 1 : 0;
            }
        }
        return 1;
    }

    private static Object get(VarHandle handle, Shared shared, char mode) {
        return switch (mode) {
            case 'p' -> handle.get(shared);
            case 'o' -> handle.getOpaque(shared);
            case 'a' -> handle.getAcquire(shared);
            default -> handle.getVolatile(shared);
        };
    }

    private static void set(VarHandle handle, Shared shared, char mode, int value) {
        switch (mode) {
            case 'p' -> handle.set(shared, value);
            case 'o' -> handle.setOpaque(shared, value);
            case 'r' -> handle.setRelease(shared, value);
            default -> handle.setVolatile(shared, value);
        }
    }

    private static int getInt(VarHandle handle, Shared shared, char mode) {
        return switch (mode) {
            case 'p' -> (int) handle.get(shared);
            case 'o' -> (int) handle.getOpaque(shared);
            case 'a' -> (int) handle.getAcquire(shared);
            default -> (int) handle.getVolatile(shared);
        };
    }

    private static void set(VarHandle handle, Node node, char mode, int value) {
        switch (mode) {
            case 'o' -> handle.setOpaque(node, value);
            case 'r' -> handle.setRelease(node, value);
            default -> handle.setVolatile(node, value);
        }
    }

    private static int getInt(VarHandle handle, Node node, char mode) {
        return switch (mode) {
            case 'o' -> (int) handle.getOpaque(node);
            case 'a' -> (int) handle.getAcquire(node);
            default -> (int) handle.getVolatile(node);
        };
    }

    private static void fence(char mode) {
        switch (mode) {
            case 'a' -> VarHandle.acquireFence();
            case 'r' -> VarHandle.releaseFence();
            case 'f' -> VarHandle.fullFence();
            case 'l' -> VarHandle.loadLoadFence();
            default -> VarHandle.storeStoreFence();
        }
    }

    // VarHandle mechanics
    private static final VarHandle A;
    private static final VarHandle NEXT;
    private static final VarHandle PLACE0;
    private static final VarHandle PLACE1;
    private static final VarHandle DATA0;
    private static final VarHandle DATA1;
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            A = lookup.findVarHandle(Node.class, "a", int.class);
            NEXT = lookup.findVarHandle(Node.class, "next", Object.class);
            PLACE0 = lookup.findVarHandle(Shared.class, "place0", Object.class);
            PLACE1 = lookup.findVarHandle(Shared.class, "place1", Object.class);
            DATA0 = lookup.findVarHandle(Shared.class, "data0", int.class);
            DATA1 = lookup.findVarHandle(Shared.class, "data1", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
