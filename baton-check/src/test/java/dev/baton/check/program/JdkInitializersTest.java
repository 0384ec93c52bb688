package dev.baton.check.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.reflect.AccessFlag;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The initializers of the JDK's classes that are part of a program are not compared with each other: whoever is first, the
 * result is the same. That holds because they set fields of their own class and read none that changes. Here all are looked through.
 */
class JdkInitializersTest {
    private final Map<String, ClassModel> jdk = new TreeMap<>();

    @Test
    void theySetTheirOwnFieldsAndReadNoneThatChanges() throws IOException {
        Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base/java");
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
                ClassModel model = ClassFile.of().parse(Files.readAllBytes(file));
                jdk.put(model.thisClass().asInternalName(), model);
            }
        }
        Set<String> found = new TreeSet<>();
        int initializers = 0;
        for (ClassModel model : jdk.values()) {
            if (!ShadowNames.map(model.thisClass().asInternalName()).equals(model.thisClass().asInternalName())) {
                initializers += look(model, found) ? 1 : 0;
            }
        }
        assertThat(found).isEmpty();
        assertThat(initializers).isGreaterThan(50);
    }

    private boolean look(ClassModel model, Set<String> found) {
        String name = model.thisClass().asInternalName();
        var initializer = model.methods().stream().filter(each -> each.methodName().equalsString("<clinit>")).findAny();
        initializer.flatMap(each -> each.code()).ifPresent(code -> {
            for (CodeElement element : code) {
                if (element instanceof FieldInstruction field && !field.owner().asInternalName().equals(name)) {
                    boolean writes = field.opcode() == Opcode.PUTSTATIC;
                    boolean readsWhatChanges = field.opcode() == Opcode.GETSTATIC && changes(field);
                    if (writes || readsWhatChanges) {
                        found.add(name + (writes ? " writes " : " reads ") + field.owner().asInternalName() + "."
                                + field.name().stringValue());
                    }
                }
            }
        });
        return initializer.isPresent();
    }

    private boolean changes(FieldInstruction read) {
        ClassModel owner = jdk.get(read.owner().asInternalName());
        return owner != null && owner.fields().stream().anyMatch(
                each -> each.fieldName().equals(read.name()) && !each.flags().has(AccessFlag.FINAL));
    }
}
