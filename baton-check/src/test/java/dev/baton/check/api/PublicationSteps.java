package dev.baton.check.api;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.BlockReason;
import dev.baton.check.explore.DirectProgram;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs the programs of {@link PublicationProgram} as steps for the engine, without bytecode: each access is one step at
 * its place in program order. What a box's final field refers to is frozen by hand: from then on its fields are other
 * places, whose initial values are the last ones written. Another thread that acquires such a value acquires from the
 * write that put it there.
 */
final class PublicationSteps {
    private static final int MONITOR = 2;
    private static final int NEXT = 3;
    private static final int STRIDE = 4;
    private static final int PLACE = 0;
    private static final int DATA = 2;
    private static final int RESULT = 4;
    private static final int OBJECTS = RESULT + 4 * PublicationProgram.RESULTS;

    /** An object: where its places begin, what they hold at first, what a box holds, and what it was before it was frozen. */
    private record Thing(int number, int maker, boolean isArray, long[] initial, @Nullable Thing boxed,
            @Nullable Thing before) {
        int place(int field) {
            return OBJECTS + STRIDE * number + field;
        }

        Thing target() {
            return boxed == null ? this : boxed;
        }
    }

    private final String[] threads;
    private final Map<String, Thing> made = new HashMap<>();
    private final List<Thing> things = new ArrayList<>();

    private PublicationSteps(String program) {
        this.threads = program.split("\\|");
        for (int i = 0; i < threads.length; i++) {
            walk(i, threads[i]);
        }
    }

    static DirectProgram of(String program) {
        PublicationSteps steps = new PublicationSteps(program);
        List<DirectProgram.Body> bodies = new ArrayList<>();
        for (int i = 0; i < steps.threads.length; i++) {
            int number = i;
            bodies.add(self -> steps.run(self, number));
        }
        return DirectProgram.of(bodies, self -> {
            long outcome = 0;
            for (int i = 0; i < steps.threads.length * PublicationProgram.RESULTS; i++) {
                outcome = outcome * 5 + self.read(RESULT + i, AccessMode.PLAIN);
            }
            self.end(outcome);
        });
    }

    // ---- which objects there will be

    private Thing add(String where, int maker, boolean isArray, long[] initial, @Nullable Thing boxed,
            @Nullable Thing before) {
        Thing thing = new Thing(things.size() + 1, maker, isArray, initial, boxed, before);
        things.add(thing);
        made.put(where, thing);
        return thing;
    }

    /** Finds the objects that a thread makes, and what is in those that it freezes. */
    private void walk(int thread, String code) {
        Thing[] nodes = new Thing[PublicationProgram.NODES];
        long[][] values = new long[PublicationProgram.NODES][2];
        for (int at = 0; at < code.length(); at += PublicationProgram.WIDTH) {
            int x = code.charAt(at + 1) - '0';
            int y = code.charAt(at + 2) - '0';
            int value = code.charAt(at + 4) - '0';
            String where = thread + " " + at;
            switch (code.charAt(at)) {
                case 'n' -> {
                    nodes[x] = add(where, thread + 1, y == 2 || y == 3, new long[2], null, null);
                    values[x] = y == 1 || y == 3 ? new long[]{value, value} : new long[2];
                }
                case 'b' -> {
                    Thing frozen = add(where + " frozen", thread + 1, nodes[y].isArray, values[y].clone(), null,
                            nodes[y]);
                    nodes[x] = add(where, thread + 1, false, new long[2], frozen, null);
                }
                case 'w' -> values[x][y] = value;
                case 's' -> values[x][0] = value;
                case 'c' -> values[x][0] = values[x][0] == 0 ? value : values[x][0];
                default -> {
                }
            }
        }
    }

    // ---- what the threads do

    private void run(DirectProgram.Actor self, int thread) {
        String code = threads[thread];
        Thing[] nodes = new Thing[PublicationProgram.NODES];
        long[] results = new long[PublicationProgram.RESULTS];
        int count = 0;
        for (int at = 0; at < code.length(); at += PublicationProgram.WIDTH) {
            int x = code.charAt(at + 1) - '0';
            int y = code.charAt(at + 2) - '0';
            char mode = code.charAt(at + 3);
            int value = code.charAt(at + 4) - '0';
            switch (code.charAt(at)) {
                case 'n' -> {
                    nodes[x] = made.get(thread + " " + at);
                    if (y == 1 || y == 3) {
                        self.write(nodes[x].place(0), AccessMode.PLAIN, value);
                        self.write(nodes[x].place(1), y == 1 ? AccessMode.VOLATILE : AccessMode.PLAIN, value);
                    }
                }
                case 'b' -> {
                    nodes[x] = made.get(thread + " " + at);
                    nodes[y] = made.get(thread + " " + at + " frozen");
                }
                case 'w' -> write(self, target(nodes[x]), y, mode, value);
                case 'r' -> results[count++] = read(self, target(nodes[x]), y, mode);
                case 'c' -> results[count++] = swap(self, target(nodes[x]), value);
                case 's' -> {
                    Thing target = target(nodes[x]);
                    if (target != null) {
                        enter(self, target, thread);
                        write(self, target, 0, 'p', value);
                        self.write(target.place(MONITOR), AccessMode.RELEASE, 0);
                    }
                }
                case 't' -> {
                    Thing target = target(nodes[x]);
                    results[count++] = 4;
                    if (target != null) {
                        enter(self, target, thread);
                        results[count - 1] = read(self, target, 0, 'p');
                        self.write(target.place(MONITOR), AccessMode.RELEASE, 0);
                    }
                }
                case 'l' -> {
                    Thing target = target(nodes[x]);
                    if (target != null && !target.isArray) {
                        self.write(target.place(NEXT), mode(mode), number(nodes[y]));
                    }
                }
                case 'k' -> {
                    Thing target = target(nodes[y]);
                    nodes[x] = target == null || target.isArray
                            ? null
                            : thing(self.read(target.place(NEXT), mode(mode)));
                }
                case 'p' -> {
                    if (mode == 'c') {
                        results[count++] = self.cas(PLACE + y, AccessMode.VOLATILE, 0, number(nodes[x])) ? 1 : 0;
                    } else if (mode == 'x') {
                        self.exchange(PLACE + y, AccessMode.VOLATILE, number(nodes[x]));
                    } else {
                        self.write(PLACE + y, mode(mode), number(nodes[x]));
                    }
                }
                case 'g' -> nodes[x] = thing(self.read(PLACE + y, mode(mode)));
                case 'd' -> self.write(DATA + y, mode(mode), value);
                case 'e' -> results[count++] = self.read(DATA + y, mode(mode));
                case 'f' -> self.fence(fence(mode));
                default -> throw new IllegalArgumentException(code);
            }
        }
        for (int i = 0; i < count; i++) {
            self.write(RESULT + thread * PublicationProgram.RESULTS + i, AccessMode.PLAIN, results[i]);
        }
    }

    private static @Nullable Thing target(@Nullable Thing thing) {
        return thing == null ? null : thing.target();
    }

    private static long number(@Nullable Thing thing) {
        return thing == null ? 0 : thing.number;
    }

    private @Nullable Thing thing(long number) {
        return number == 0 ? null : things.get((int) number - 1);
    }

    /** Places hold the difference to their initial value: the engine's begin at 0. */
    private static void write(DirectProgram.Actor self, @Nullable Thing thing, int field, char mode, long value) {
        if (thing != null) {
            AccessMode how = field == 1 && !thing.isArray ? AccessMode.VOLATILE : mode(mode);
            self.write(thing.place(field), how, value - thing.initial[field]);
        }
    }

    private static long read(DirectProgram.Actor self, @Nullable Thing thing, int field, char mode) {
        if (thing == null) {
            return 4;
        }
        AccessMode how = field == 1 && !thing.isArray ? AccessMode.VOLATILE : mode(mode);
        int event = self.position();
        long seen = self.read(thing.place(field), how);
        acquire(self, thing, field, how, event);
        return seen + thing.initial[field];
    }

    private static long swap(DirectProgram.Actor self, @Nullable Thing thing, long value) {
        if (thing == null) {
            return 4;
        }
        int event = self.position();
        boolean swapped = self.cas(thing.place(0), AccessMode.VOLATILE, -thing.initial[0], value - thing.initial[0]);
        acquire(self, thing, 0, AccessMode.VOLATILE, event);
        return swapped ? 1 : 0;
    }

    private static void enter(DirectProgram.Actor self, Thing thing, int thread) {
        int first = self.position();
        if (self.rmwRead(thing.place(MONITOR), AccessMode.ACQUIRE, AccessMode.OPAQUE) != 0) {
            self.block(BlockReason.MONITOR, first);
        }
        self.rmwWrite(thing.place(MONITOR), AccessMode.OPAQUE, thread + 1, false);
        acquire(self, thing, MONITOR, AccessMode.ACQUIRE, first);
    }

    /** After an access that saw what was frozen: acquires from the write that put it there. */
    private static void acquire(DirectProgram.Actor self, Thing thing, int field, AccessMode how, int event) {
        Thing before = thing.before;
        if (before != null && how.acquires() && self.number() != thing.maker && self.sawInitial(event)) {
            self.readLast(before.place(field), how);
        }
    }

    private static AccessMode mode(char mode) {
        return switch (mode) {
            case 'p' -> AccessMode.PLAIN;
            case 'o' -> AccessMode.OPAQUE;
            case 'a' -> AccessMode.ACQUIRE;
            case 'r' -> AccessMode.RELEASE;
            default -> AccessMode.VOLATILE;
        };
    }

    private static AccessMode fence(char mode) {
        return switch (mode) {
            case 'a' -> AccessMode.ACQUIRE;
            case 'r' -> AccessMode.RELEASE;
            case 'f' -> AccessMode.VOLATILE;
            case 'l' -> AccessMode.LOAD_LOAD;
            default -> AccessMode.STORE_STORE;
        };
    }
}
