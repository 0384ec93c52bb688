package dev.baton.check.explore;

import dev.baton.check.event.AccessMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Litmus programs as text for {@link BufferingBytecode}: so many characters an operation, threads separated by {@code |}. */
final class BufferingCode {
    static final int WIDTH = 11;

    private BufferingCode() {}

    /**
     * The program in words that Java has: no waits, fences and modes of Java only; a guard only where nobody asks later what the
     * operation read. Null if it has a wait, or too many registers.
     */
    static @Nullable String inJava(String litmus) {
        if (litmus.contains("AW") || litmus.contains("assume")) {
            return null;
        }
        String text = litmus.replace(".na ", ".pl ").replace("F.ar", "F.sc")
                .replaceAll("(FAA|XCHG|CAS)\\.\\w+", "$1.sc");
        List<String> threads = new ArrayList<>();
        for (String thread : text.split("\\|", -1)) {
            String[] operations = thread.strip().split(";\\s*", -1);
            for (int i = 0; i < operations.length; i++) {
                String result = operations[i].substring(operations[i].lastIndexOf(' ') + 1);
                String later = String.join(";", List.of(operations).subList(i + 1, operations.length));
                if (operations[i].startsWith("[") && result.startsWith("r") && isNamed(later, result)) {
                    operations[i] = operations[i].substring(operations[i].indexOf(']') + 2);
                }
            }
            threads.add(String.join("; ", operations));
        }
        return String.join(" | ", threads);
    }

    private static boolean isNamed(String text, String register) {
        return text.matches(".*\\b" + register + "\\b.*");
    }

    /** The names of the registers of each thread, in the order of the outcome. */
    static List<List<String>> registers(Litmus litmus) {
        List<List<String>> all = new ArrayList<>();
        for (List<Litmus.Operation> thread : litmus.code()) {
            List<String> mine = new ArrayList<>();
            for (Litmus.Operation operation : thread) {
                if (!operation.arguments().isEmpty() && !operation.kind().equals("W")) {
                    mine.add(operation.arguments().getLast());
                }
            }
            all.add(mine);
        }
        return all;
    }

    static String of(Litmus litmus) {
        List<List<String>> registers = registers(litmus);
        List<String> threads = new ArrayList<>();
        for (int t = 0; t < litmus.threads(); t++) {
            StringBuilder code = new StringBuilder();
            for (Litmus.Operation operation : litmus.code().get(t)) {
                add(code, operation, registers.get(t));
            }
            threads.add(code.toString());
        }
        return String.join("|", threads);
    }

    private static void add(StringBuilder code, Litmus.Operation operation, List<String> registers) {
        List<String> arguments = operation.arguments();
        Litmus.Address address = operation.address();
        Litmus.Condition guard = operation.guard();
        boolean compares = operation.kind().equals("CAS");
        String value = switch (operation.kind()) {
            case "R", "F" -> "0";
            default -> arguments.get(compares ? 1 : 0);
        };
        code.append(operation.kind().equals("FAA") ? 'A' : operation.kind().charAt(0)).append(mode(operation.mode()))
                .append(Math.max(0, operation.location())).append(address == null ? "-" : address.other())
                .append(address == null ? '-' : name(registers, address.register()))
                .append(guard == null ? '-' : name(registers, guard.register()))
                .append(guard == null ? '-' : guard.operator().charAt(0)).append(guard == null ? 0 : guard.value())
                .append(value.startsWith("r") ? name(registers, value) : value.charAt(0))
                .append(compares ? arguments.getFirst() : "0")
                .append(arguments.isEmpty() || operation.kind().equals("W")
                        ? '-'
                        : (char) (name(registers, arguments.getLast()) - 'a' + 'A'));
    }

    private static char name(List<String> registers, String register) {
        return (char) ('a' + registers.indexOf(register));
    }

    private static char mode(AccessMode mode) {
        return switch (mode) {
            case NON_ATOMIC, PLAIN -> 'p';
            case OPAQUE -> 'o';
            case ACQUIRE -> 'a';
            case RELEASE -> 'r';
            case LOAD_LOAD -> 'l';
            case STORE_STORE -> 's';
            case ACQ_REL, VOLATILE -> 'v';
        };
    }
}
