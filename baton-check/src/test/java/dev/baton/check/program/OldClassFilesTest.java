package dev.baton.check.program;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.DiscontinuedInstruction.JsrInstruction;
import java.lang.classfile.instruction.DiscontinuedInstruction.RetInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Code with subroutines and without frames, as compilers made it before Java 6, does under check what it does outside. */
class OldClassFilesTest {
    private static final ClassDesc OLD = ClassDesc.of("old.Old");
    private static final MethodTypeDesc OF_INT = MethodTypeDesc.of(CD_int, CD_int);

    private static void behavesAsOutside(Consumer<CodeBuilder> body) throws ReflectiveOperationException {
        byte[] bytes = ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS).build(OLD, type -> {
            type.withVersion(ClassFile.JAVA_1_VERSION + 2, 0);
            type.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER);
            type.withField("words", CD_String.arrayType(), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC);
            type.withField("trace", CD_int, ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC);
            type.withMethodBody("run", OF_INT, ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, body::accept);
        });
        GeneratedClass generated = new GeneratedClass("old.Old", bytes);
        Class<?> original = generated.original();
        Class<?> rewritten = generated.rewritten();
        for (int argument = -1; argument < 5; argument++) {
            assertThat(GeneratedClass.call(rewritten, "run", argument)).as("%s", argument)
                    .isEqualTo(GeneratedClass.call(original, "run", argument));
            assertThat(rewritten.getField("trace").getInt(null)).isEqualTo(original.getField("trace").getInt(null));
        }
    }

    private static CodeBuilder traced(CodeBuilder code, int factor) {
        return code.getstatic(OLD, "trace", CD_int).loadConstant(factor).imul().iload(0).iadd().putstatic(OLD, "trace",
                CD_int);
    }

    private static void jsr(CodeBuilder code, Label target) {
        code.with(JsrInstruction.of(Opcode.JSR, target));
    }

    private static void ret(CodeBuilder code, int slot) {
        code.with(RetInstruction.of(Opcode.RET, slot));
    }

    /** try { 10 / argument } finally { trace } */
    @Test
    void finallyAsASubroutine() throws ReflectiveOperationException {
        behavesAsOutside(code -> {
            Label start = code.newBoundLabel();
            code.bipush(10).iload(0).idiv().istore(1);
            Label end = code.newBoundLabel();
            Label last = code.newLabel();
            jsr(code, last);
            code.iload(1).ireturn();
            Label handler = code.newBoundLabel();
            code.astore(3);
            jsr(code, last);
            code.aload(3).athrow();
            code.labelBinding(last).astore(2);
            traced(code, 7);
            ret(code, 2);
            code.exceptionCatchAll(start, end, handler);
        });
    }

    /** A subroutine in a subroutine, called in a loop and after it. */
    @Test
    void nestedSubroutinesInALoop() throws ReflectiveOperationException {
        behavesAsOutside(code -> {
            code.iconst_3().istore(1);
            Label head = code.newBoundLabel();
            Label outer = code.newLabel();
            Label inner = code.newLabel();
            Label even = code.newLabel();
            jsr(code, outer);
            code.iinc(1, -1).iload(1).ifgt(head);
            jsr(code, outer);
            code.getstatic(OLD, "trace", CD_int).ireturn();
            code.labelBinding(outer).astore(2);
            jsr(code, inner);
            traced(code, 3);
            ret(code, 2);
            code.labelBinding(inner).astore(4);
            traced(code, 5);
            code.iload(1).iconst_1().iand().ifeq(even);
            traced(code, 11);
            code.labelBinding(even);
            ret(code, 4);
        });
    }

    /** A subroutine that is left by a jump and called again: continue in a finally. */
    @Test
    void subroutineLeftByAJump() throws ReflectiveOperationException {
        behavesAsOutside(code -> {
            Label head = code.newBoundLabel();
            Label sub = code.newLabel();
            Label goesOn = code.newLabel();
            jsr(code, sub);
            code.iconst_1().ireturn();
            code.labelBinding(sub).astore(1).iinc(0, 1);
            traced(code, 3);
            code.iload(0).iconst_5().if_icmpge(goesOn).goto_(head).labelBinding(goesOn);
            ret(code, 1);
        });
    }

    @Test
    void elementsOfArraysHaveTheirTypesWithoutFrames() throws ReflectiveOperationException {
        behavesAsOutside(code -> {
            Label longer = code.newLabel();
            Label made = code.newLabel();
            code.iload(0).ifgt(longer).iconst_1().anewarray(CD_String).putstatic(OLD, "words", CD_String.arrayType())
                    .goto_(made).labelBinding(longer).iconst_2().anewarray(CD_String)
                    .putstatic(OLD, "words", CD_String.arrayType()).labelBinding(made);
            code.getstatic(OLD, "words", CD_String.arrayType()).dup().iconst_0().ldc("word").aastore();
            code.iconst_0().aaload().invokevirtual(CD_String, "length", MethodTypeDesc.of(CD_int));
            code.getstatic(OLD, "words", CD_String.arrayType()).checkcast(CD_Object).checkcast(CD_String.arrayType())
                    .arraylength().iadd().ireturn();
        });
    }
}
