package dev.baton.check.program;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import org.junit.jupiter.api.Test;

/** A method of a class file has at most 64 KB. One that would be longer with hooks in it runs as it is, in the set-up. */
class LargeMethodsTest {
    private static final ClassDesc LARGE = ClassDesc.of("large.Large");
    private static final int SIZE = 6_000;

    private static void fillTable(CodeBuilder code) {
        code.loadConstant(SIZE).newarray(java.lang.classfile.TypeKind.INT).putstatic(LARGE, "table",
                CD_int.arrayType());
        for (int i = 0; i < SIZE; i++) {
            code.getstatic(LARGE, "table", CD_int.arrayType()).loadConstant(i).loadConstant(i % 100).iastore();
        }
    }

    private static GeneratedClass large() {
        return new GeneratedClass("large.Large", ClassFile.of().build(LARGE, type -> {
            type.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER);
            type.withField("table", CD_int.arrayType(), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC);
            type.withMethodBody("<clinit>", MethodTypeDesc.of(CD_void), ClassFile.ACC_STATIC, code -> {
                fillTable(code);
                code.return_();
            });
            type.withMethodBody("fill", MethodTypeDesc.of(CD_int, CD_int), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                    code -> {
                        fillTable(code);
                        code.getstatic(LARGE, "table", CD_int.arrayType()).iload(0).iaload().ireturn();
                    });
        }));
    }

    @Test
    void initializerRunsAsItIs() throws ReflectiveOperationException {
        int[] table = (int[]) large().rewritten().getField("table").get(null);
        assertThat(table).hasSize(SIZE);
        assertThat(table[199]).isEqualTo(99);
    }

    @Test
    void otherMethodRunsInTheSetUp() throws ReflectiveOperationException {
        assertThat(GeneratedClass.call(large().rewritten(), "fill", 299)).isEqualTo("99");
    }
}
