package dev.baton.fault;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/** The public operations of the library's public classes, named alike when a class is rewritten and when all are listed. */
final class Operations {
    private static final String PACKAGE = "dev/baton/";

    private Operations() {}

    /** {@return all operations, read from the class files of the library} */
    static SortedSet<String> all(Path classes) throws IOException {
        SortedSet<String> all = new TreeSet<>();
        try (Stream<Path> files = Files.list(classes.resolve(PACKAGE))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
                ClassModel type = ClassFile.of().parse(Files.readAllBytes(file));
                for (MethodModel method : type.methods()) {
                    String name = nameOf(type, method);
                    if (name != null && method.code().isPresent()) {
                        all.add(name);
                    }
                }
            }
        }
        return all;
    }

    /** {@return the name of an operation, or null if the method is none} */
    static @Nullable String nameOf(ClassModel type, MethodModel method) {
        String owner = type.thisClass().asInternalName();
        boolean inside = owner.startsWith(PACKAGE) && owner.indexOf('/', PACKAGE.length()) < 0;
        boolean open = type.flags().has(AccessFlag.PUBLIC) || type.flags().has(AccessFlag.ABSTRACT);
        if (!inside || !open || !method.flags().has(AccessFlag.PUBLIC) || method.flags().has(AccessFlag.SYNTHETIC)) {
            return null;
        }
        List<String> parameters = method.methodTypeSymbol().parameterList().stream().map(each -> each.displayName())
                .toList();
        String name = method.methodName().equalsString("<init>") ? "new" : method.methodName().stringValue();
        return owner.substring(PACKAGE.length()).replace('$', '.') + "." + name + parameters.stream()
                .collect(Collectors.joining(", ", "(", ")"));
    }
}
