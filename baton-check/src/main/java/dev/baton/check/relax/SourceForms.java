package dev.baton.check.relax;

import java.util.ArrayList;
import java.util.List;

/** How the source says a mode: names of methods. An empty name: Java has none. */
final class SourceForms {
    private SourceForms() {}

    static String suffix(Mode mode) {
        return switch (mode) {
            case ACQUIRE -> "Acquire";
            case RELEASE -> "Release";
            case OPAQUE -> "Opaque";
            case PLAIN -> "Plain";
            default -> "";
        };
    }

    static String fence(Mode mode) {
        return switch (mode) {
            case VOLATILE -> "fullFence";
            case ACQUIRE -> "acquireFence";
            case RELEASE -> "releaseFence";
            case LOAD_LOAD -> "loadLoadFence";
            case STORE_STORE -> "storeStoreFence";
            default -> "";
        };
    }

    /** The VarHandle method that could stand in for what has no form in a mode. */
    static String advice(AccessSite site, Mode mode) {
        if (site.form() == AccessSite.Form.GET_AND_UPDATE) {
            return (site.method().startsWith("getAndSet") ? "getAndSet" : "getAndAdd") + suffix(mode);
        }
        return varHandle(site.form(), mode);
    }

    private static String varHandle(AccessSite.Form form, Mode mode) {
        return switch (form) {
            case READ -> mode == Mode.PLAIN ? "get" : "get" + access(mode);
            case WRITE -> mode == Mode.PLAIN ? "set" : "set" + access(mode);
            case WEAK_COMPARE_AND_SET -> "weakCompareAndSet" + suffix(mode);
            case COMPARE_AND_SET -> mode == Mode.PLAIN ? "weakCompareAndSetPlain" : "compareAndExchange" + suffix(mode);
            case COMPARE_AND_EXCHANGE -> "compareAndExchange" + suffix(mode);
            default -> fence(mode);
        };
    }

    /** The VarHandle method that says what a site says in another mode. */
    static String varHandle(AccessSite site, Mode mode) {
        return switch (site.form()) {
            case GET_AND_UPDATE -> base(site.method()) + suffix(mode);
            case COMPARE_AND_SET -> switch (mode) {
                case VOLATILE -> "compareAndSet";
                case PLAIN -> "weakCompareAndSetPlain";
                default -> "";
            };
            default -> varHandle(site.form(), mode);
        };
    }

    /** The method of an atomic that says what a site says in another mode. */
    static String atomic(AccessSite site, Mode mode) {
        boolean updater = site.operation().contains("FieldUpdater.");
        return switch (site.form()) {
            case READ -> mode == Mode.VOLATILE ? "get" : updater ? "" : "get" + suffix(mode);
            case WRITE -> mode == Mode.VOLATILE
                    ? "set"
                    : updater ? mode == Mode.RELEASE ? "lazySet" : "" : "set" + suffix(mode);
            case WEAK_COMPARE_AND_SET ->
                updater ? "" : "weakCompareAndSet" + (mode == Mode.VOLATILE ? "Volatile" : suffix(mode));
            case COMPARE_AND_EXCHANGE -> "compareAndExchange" + suffix(mode);
            case COMPARE_AND_SET -> mode == Mode.PLAIN && !updater ? "weakCompareAndSetPlain" : "";
            default -> "";
        };
    }

    private static String access(Mode mode) {
        return mode == Mode.VOLATILE ? "Volatile" : suffix(mode);
    }

    /** The name of an update without its mode. */
    private static String base(String method) {
        return method.replaceFirst("(Acquire|Release)$", "");
    }

    static String typeName(char type) {
        return switch (type) {
            case 'I' -> "int";
            case 'J' -> "long";
            case 'Z' -> "boolean";
            case 'B' -> "byte";
            case 'S' -> "short";
            case 'C' -> "char";
            case 'F' -> "float";
            case 'D' -> "double";
            default -> "Object";
        };
    }

    /** The arguments of a call whose opening parenthesis ends at an index; none if it does not close on the line. */
    static List<String> arguments(String line, int from) {
        List<String> arguments = new ArrayList<>();
        int depth = 0;
        int begin = from;
        for (int i = from; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"' || c == '\'') {
                return List.of();
            }
            if (c == '(' || c == '[' || c == '{') {
                depth++;
            } else if (c == ',' && depth == 0) {
                arguments.add(line.substring(begin, i));
                begin = i + 1;
            } else if ((c == ')' || c == ']' || c == '}') && depth-- == 0) {
                arguments.add(line.substring(begin, i));
                return arguments;
            }
        }
        return List.of();
    }
}
