package dev.baton.cli.serve;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A process that gives up its rights to files and becomes another program. On Linux the kernel's Landlock keeps the rest from
 * it: it can write below one directory, and read there and in the places that the caller names. There is no way back, for the
 * program or for what it starts.
 *
 * <p>Called as {@code WRITABLE READABLE:READABLE:... COMMAND ARGUMENT...}; with {@code --probe} alone it fails
 * unless the kernel can do so.
 */
public final class Confined {
    private static final long CREATE_RULESET = 444;
    private static final long ADD_RULE = 445;
    private static final long RESTRICT_SELF = 446;
    private static final int ASK_VERSION = 1;
    private static final int PATH_BENEATH = 1;
    private static final int NO_NEW_PRIVILEGES = 38;
    private static final int OPEN_PATH = 0x200000 | 0x80000;
    /** Executes and reads files, lists directories. */
    private static final long READ = 1 | 4 | 8;
    /** All thirteen rights to files that the first version of Landlock knows. */
    private static final long EVERYTHING = (1 << 13) - 1;
    /** Of those, the ones that a file can have; a rule for a file may name no others. */
    private static final long OF_A_FILE = 1 | 2 | 4;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBRARY = LINKER.defaultLookup();

    private Confined() {}

    /**
     * Confines itself and starts the command.
     *
     * @param arguments as above
     */
    public static void main(String[] arguments) throws Throwable {
        if (List.of(arguments).equals(List.of("--probe"))) {
            require("landlock_create_ruleset", version() - 1L);
            return;
        }
        confine(Path.of(arguments[0]), Arrays.stream(arguments[1].split(":")).map(Path::of).toList());
        become(Arrays.copyOfRange(arguments, 2, arguments.length));
    }

    private static int version() throws Throwable {
        return (int) systemCall(CREATE_RULESET, 0, 0, ASK_VERSION, 0);
    }

    private static void confine(Path writable, List<Path> readable) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment rights = arena.allocateFrom(ValueLayout.JAVA_LONG, EVERYTHING);
            int rules = (int) require("landlock_create_ruleset",
                    systemCall(CREATE_RULESET, rights.address(), rights.byteSize(), 0, 0));
            allow(rules, writable, EVERYTHING, arena);
            for (Path each : readable) {
                if (Files.exists(each)) {
                    allow(rules, each, READ, arena);
                }
            }
            require("prctl", (long) (int) handle("prctl", 1, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG)
                    .invokeExact(NO_NEW_PRIVILEGES, 1L, 0L, 0L, 0L));
            require("landlock_restrict_self", systemCall(RESTRICT_SELF, rules, 0, 0, 0));
        }
    }

    private static void allow(int rules, Path place, long rights, Arena arena) throws Throwable {
        int file = (int) handle("open", 2, ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT)
                .invokeExact(arena.allocateFrom(place.toRealPath().toString()), OPEN_PATH);
        require("open " + place, file);
        MemorySegment rule = arena.allocate(12, 8); // packed: the rights, then the file
        rule.set(ValueLayout.JAVA_LONG, 0, Files.isDirectory(place) ? rights : rights & OF_A_FILE);
        rule.set(ValueLayout.JAVA_INT, 8, file);
        require("landlock_add_rule " + place, systemCall(ADD_RULE, rules, PATH_BENEATH, rule.address(), 0));
    }

    /** The calling thread is the only one that was confined, and the only one that is left in the new program. */
    private static void become(String[] command) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment arguments = arena.allocate(ValueLayout.ADDRESS, command.length + 1L);
            for (int i = 0; i < command.length; i++) {
                arguments.setAtIndex(ValueLayout.ADDRESS, i, arena.allocateFrom(command[i]));
            }
            require("execv " + command[0], (int) handle("execv", 2, ValueLayout.JAVA_INT, ValueLayout.ADDRESS,
                    ValueLayout.ADDRESS).invokeExact(arena.allocateFrom(command[0]), arguments));
        }
    }

    private static long systemCall(long number, long first, long second, long third, long fourth) throws Throwable {
        return (long) handle("syscall", 1, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG)
                .invokeExact(number, first, second, third, fourth);
    }

    /** A function of the C library; from that argument on its arguments are variadic. */
    @SuppressWarnings("restricted") // the process exists for these calls
    private static MethodHandle handle(String name, int variadicFrom, ValueLayout result,
            MemoryLayout... arguments) {
        FunctionDescriptor type = FunctionDescriptor.of(result, arguments);
        MemorySegment function = LIBRARY.find(name).orElseThrow();
        return variadicFrom < arguments.length
                ? LINKER.downcallHandle(function, type, Linker.Option.firstVariadicArg(variadicFrom))
                : LINKER.downcallHandle(function, type);
    }

    private static long require(String what, long result) throws IOException {
        if (result < 0) {
            throw new IOException(what + " failed");
        }
        return result;
    }
}
