package dev.baton.check.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.reflect.AccessFlag;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Classes that stand in for the JDK's are in a package of their own. So they may not use what the JDK keeps for its
 * packages, unless the call is replaced. Here all of them are looked through.
 */
class ShadowAccessTest {
    /** Rewritten where it is called, or in code that a check does not come to. */
    private static final List<String> KNOWN = List.of(
            "java/util/concurrent/CancellationException.<init>(Ljava/lang/String;"
                    + "Ljava/util/concurrent/CancellationException;)V");

    private final Map<String, ClassModel> jdk = new TreeMap<>();

    @Test
    void nothingIsUsedThatOnlyTheJdksPackagesMayUse() throws IOException {
        Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base/java/util");
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
                ClassModel model = ClassFile.of().parse(Files.readAllBytes(file));
                jdk.put(model.thisClass().asInternalName(), model);
            }
        }
        Set<String> found = new TreeSet<>();
        jdk.values().stream().filter(each -> isShadowed(each.thisClass().asInternalName()))
                .forEach(each -> look(each, found));
        found.removeAll(KNOWN);
        assertThat(found).isEmpty();
    }

    private static boolean isShadowed(String name) {
        return !ShadowNames.map(name).equals(name);
    }

    private void look(ClassModel shadowed, Set<String> found) {
        shadowed.methods().forEach(method -> method.code().ifPresent(code -> {
            for (CodeElement element : code) {
                switch (element) {
                    case InvokeInstruction call -> use(call.owner().asInternalName(),
                            call.name().stringValue() + call.type().stringValue(), found);
                    case FieldInstruction field ->
                        use(field.owner().asInternalName(), field.name().stringValue(), found);
                    case NewObjectInstruction made -> use(made.className().asInternalName(), "", found);
                    case TypeCheckInstruction cast -> use(cast.type().asInternalName(), "", found);
                    default -> {
                    }
                }
            }
        }));
    }

    private void use(String owner, String member, Set<String> found) {
        if (!jdk.containsKey(owner) || isShadowed(owner)) {
            return;
        }
        if (!jdk.get(owner).flags().has(AccessFlag.PUBLIC)) {
            found.add(owner);
        } else if (isOfPackage(jdk.get(owner), member) && CallRules.replacement(owner, member) == null) {
            found.add(owner + "." + member);
        }
    }

    private boolean isOfPackage(ClassModel owner, String member) {
        for (ClassModel at = owner; at != null; at = at.superclass().map(each -> jdk.get(each.asInternalName()))
                .orElse(null)) {
            for (var field : at.fields()) {
                if (field.fieldName().equalsString(member)) {
                    return (field.flags().flagsMask() & (ClassFile.ACC_PUBLIC | ClassFile.ACC_PROTECTED)) == 0;
                }
            }
            for (var method : at.methods()) {
                if (member.equals(method.methodName().stringValue() + method.methodType().stringValue())) {
                    return (method.flags().flagsMask() & (ClassFile.ACC_PUBLIC | ClassFile.ACC_PROTECTED)) == 0;
                }
            }
        }
        return false;
    }
}
