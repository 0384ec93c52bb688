package dev.baton.check.program;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is declared where, read from class files without loading a class. */
final class ClassIndex {
    /** A class: its superclass, the flags of its fields and its methods by name and descriptor. */
    record Facts(String name, @Nullable String superName, Set<String> interfaces, Map<String, Integer> fields,
            Set<String> methods, int flags) {}

    /** A field: the class that declares it, and its flags. */
    record FieldFacts(String owner, int flags) {
        boolean isFinal() {
            return (flags & ClassFile.ACC_FINAL) != 0;
        }

        boolean isVolatile() {
            return (flags & ClassFile.ACC_VOLATILE) != 0;
        }
    }

    private static final Facts NONE = new Facts("", null, Set.of(), Map.of(), Set.of(), 0);

    private final Function<String, byte @Nullable []> source;
    private final Map<String, Facts> known = new ConcurrentHashMap<>();
    private final Map<String, Map<String, QuietMethods.Quiet>> quiet = new ConcurrentHashMap<>();

    /** @param source bytes of a class by internal name, or null */
    ClassIndex(Function<String, byte @Nullable []> source) {
        this.source = source;
    }

    Facts facts(String internalName) {
        Facts facts = known.get(internalName);
        if (facts == null) {
            byte[] bytes = source.apply(internalName);
            facts = bytes == null ? NONE : read(bytes);
            known.put(internalName, facts);
        }
        return facts;
    }

    private static Facts read(byte[] bytes) {
        ClassModel model = ClassFile.of().parse(bytes);
        Map<String, Integer> fields = new HashMap<>();
        for (FieldModel field : model.fields()) {
            fields.put(field.fieldName().stringValue(), field.flags().flagsMask());
        }
        Set<String> methods = new HashSet<>();
        for (MethodModel method : model.methods()) {
            methods.add(method.methodName().stringValue() + method.methodType().stringValue());
        }
        Set<String> interfaces = new HashSet<>();
        model.interfaces().forEach(each -> interfaces.add(each.asInternalName()));
        return new Facts(model.thisClass().asInternalName(),
                model.superclass().map(each -> each.asInternalName()).orElse(null), interfaces, fields, methods,
                model.flags().flagsMask());
    }

    /** The methods of a class that may be pauses, by name and descriptor. */
    Map<String, QuietMethods.Quiet> quiet(String internalName) {
        Map<String, QuietMethods.Quiet> found = quiet.get(internalName);
        if (found == null) {
            byte[] bytes = source.apply(internalName);
            found = bytes == null ? Map.of() : QuietMethods.of(ClassFile.of().parse(bytes));
            quiet.put(internalName, found);
        }
        return found;
    }

    @Nullable
    FieldFacts field(String owner, String name) {
        for (@Nullable
        String at = owner; at != null;) {
            Facts facts = facts(at);
            Integer flags = facts.fields.get(name);
            if (flags != null) {
                return new FieldFacts(at, flags);
            }
            for (String each : facts.interfaces) {
                FieldFacts inherited = field(each, name);
                if (inherited != null) {
                    return inherited;
                }
            }
            at = facts.superName;
        }
        return null;
    }

    /** The class or interface that declares a method as code that names {@code owner} sees it; else the owner. */
    String declaring(String owner, String nameAndType) {
        if (owner.startsWith("[")) {
            return "java/lang/Object";
        }
        for (@Nullable
        String at = owner; at != null; at = facts(at).superName) {
            if (facts(at).methods.contains(nameAndType)) {
                return at;
            }
        }
        String found = inInterfaces(owner, nameAndType);
        if (found != null) {
            return found;
        }
        return facts("java/lang/Object").methods.contains(nameAndType) ? "java/lang/Object" : owner;
    }

    private @Nullable String inInterfaces(String owner, String nameAndType) {
        for (@Nullable
        String at = owner; at != null; at = facts(at).superName) {
            for (String each : facts(at).interfaces) {
                if (facts(each).methods.contains(nameAndType)) {
                    return each;
                }
                String deeper = inInterfaces(each, nameAndType);
                if (deeper != null) {
                    return deeper;
                }
            }
        }
        return null;
    }

    /** The first use of a class may run code: its own, a superclass's or an interface's. */
    boolean hasInitializer(String name) {
        for (@Nullable
        String at = name; at != null; at = facts(at).superName) {
            if (facts(at).methods.contains("<clinit>()V") && !at.equals("java/lang/Object")
                    || facts(at).interfaces.stream().anyMatch(this::hasInitializer)) {
                return true;
            }
        }
        return false;
    }

    boolean isSubclass(String name, String ancestor) {
        for (@Nullable
        String at = name; at != null; at = facts(at).superName) {
            if (at.equals(ancestor)) {
                return true;
            }
        }
        return false;
    }

    /** Whether objects of a class are of a type: its superclasses and all their interfaces count. */
    boolean isSubtype(String name, String type) {
        for (@Nullable
        String at = name; at != null; at = facts(at).superName) {
            if (at.equals(type) || facts(at).interfaces.stream().anyMatch(each -> isSubtype(each, type))) {
                return true;
            }
        }
        return false;
    }
}
