package dev.baton.check.program;

import dev.baton.check.event.AccessMode;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;

/** Rewrites reads and writes of fields in one method. */
final class FieldRewriter {
    private final CodeRewriter method;
    private final Instrumenter instrumenter;

    FieldRewriter(CodeRewriter method) {
        this.method = method;
        this.instrumenter = method.instrumenter;
    }

    void rewrite(CodeBuilder code, FieldInstruction field) {
        String owner = field.owner().asInternalName();
        String name = field.name().stringValue();
        ClassDesc type = field.typeSymbol();
        if (field.opcode() == Opcode.GETSTATIC && type.equals(ConstantDescs.CD_VarHandle)) {
            method.handles.push(name);
        }
        ClassIndex.FieldFacts facts = instrumenter.index().field(owner, name);
        boolean isStatic = field.opcode() == Opcode.GETSTATIC || field.opcode() == Opcode.PUTSTATIC;
        if (facts == null || !instrumenter.isRewritten(facts.owner())) {
            if (isOutput(field)) {
                Hook.OUTPUT.call(code);
                return;
            }
            if (owner.equals("java/lang/System") && isStatic) {
                Hook.UNMODELLED.call(code, method.call("System." + name));
            }
            code.with(field);
            return;
        }
        if (name.startsWith("$assertionsDisabled") || name.startsWith("$SwitchMap$") || !method.isInitialized()) {
            code.with(field);
            return;
        }
        boolean reads = field.opcode() == Opcode.GETFIELD || field.opcode() == Opcode.GETSTATIC;
        Site site = method.site(name, Operation.ofField(reads ? Operation.Access.READ : Operation.Access.WRITE,
                ValueEncoding.kind(type), new Operation.Field(facts.owner(), name),
                facts.isVolatile() ? AccessMode.VOLATILE : AccessMode.PLAIN));
        switch (field.opcode()) {
            case GETFIELD -> getField(code, field, facts, site);
            case PUTFIELD -> putField(code, field, facts, site);
            case GETSTATIC -> getStatic(code, field, facts, site);
            default -> putStatic(code, field, facts, site);
        }
    }

    /** {@code System.out} or {@code System.err}: what the program prints is not shown. */
    static boolean isOutput(FieldInstruction field) {
        return field.opcode() == Opcode.GETSTATIC && field.owner().asInternalName().equals("java/lang/System")
                && (field.name().equalsString("out") || field.name().equalsString("err"));
    }

    // ---- of objects

    private void getField(CodeBuilder code, FieldInstruction field, ClassIndex.FieldFacts facts, Site site) {
        ClassDesc type = field.typeSymbol();
        Label direct = code.newLabel();
        Label end = code.newLabel();
        code.dup();
        if (facts.isFinal()) {
            Hook.IS_LATE.call(code, site);
        } else {
            Hook.IS_SHARED.call(code);
        }
        code.ifeq(direct);
        Hook.LOCATION.call(code, site);
        Hook.GET.call(code, site);
        ValueEncoding.fromLong(code, type, site);
        code.goto_(end).labelBinding(direct);
        if (facts.isFinal() && mayBeForeign(type)) {
            getForeignFinal(code, field, site);
        } else {
            code.with(field);
        }
        code.labelBinding(end);
    }

    private static void getForeignFinal(CodeBuilder code, FieldInstruction field, Site site) {
        Label direct = code.newLabel();
        Label end = code.newLabel();
        Hook.IS_GIVEN.call(code.dup()).ifeq(direct);
        Hook.ADOPT.call(code.with(field).dup(), site);
        code.goto_(end).labelBinding(direct).with(field).labelBinding(end);
    }

    /** A value of this declared type may be an array or an object whose class is not rewritten. */
    private boolean mayBeForeign(ClassDesc type) {
        if (type.isPrimitive()) {
            return false;
        }
        if (type.isArray()) {
            return true;
        }
        String name = type.descriptorString().substring(1, type.descriptorString().length() - 1);
        return !name.equals("java/lang/String") && !name.startsWith("java/lang/invoke/")
                && !name.equals("java/lang/Class") && !name.equals("java/lang/Thread")
                && !(instrumenter.isRewritten(name)
                        && (instrumenter.index().facts(name).flags() & ClassFile.ACC_INTERFACE) == 0);
    }

    private void putField(CodeBuilder code, FieldInstruction field, ClassIndex.FieldFacts facts, Site site) {
        ClassDesc type = field.typeSymbol();
        int value = method.temporary(code, TypeKind.from(type), 0);
        int holder = method.temporary(code, TypeKind.REFERENCE, 1);
        Label direct = code.newLabel();
        Label end = code.newLabel();
        code.storeLocal(TypeKind.from(type), value).dup();
        if (method.isConstructor && facts.isFinal()) {
            Hook.COMES_LATE.call(code, site);
        } else {
            Hook.IS_SHARED.call(code);
        }
        code.ifeq(direct);
        Hook.LOCATION.call(code, site);
        code.loadLocal(TypeKind.from(type), value);
        ValueEncoding.toLong(code, site.kind(), site, false);
        Hook.SET.call(code, site);
        code.goto_(end).labelBinding(direct);
        if (!method.isConstructor || !facts.isFinal()) {
            code.astore(holder).aload(holder);
            code.aload(holder).aload(holder).getfield(field.owner().asSymbol(), field.name().stringValue(), type);
            code.loadLocal(TypeKind.from(type), value);
            ValueEncoding.localChange(code, type);
        }
        code.loadLocal(TypeKind.from(type), value).with(field).labelBinding(end);
    }

    // ---- of classes

    private void getStatic(CodeBuilder code, FieldInstruction field, ClassIndex.FieldFacts facts, Site site) {
        ClassDesc type = field.typeSymbol();
        Label direct = code.newLabel();
        Label end = code.newLabel();
        if (facts.isFinal()) {
            method.needs(code, facts.owner());
            code.with(field);
            if (mayBeForeign(type) && !method.isInitializer) {
                Hook.ACTIVE.call(code).ifeq(direct);
                Hook.ADOPT.call(code.dup(), site).labelBinding(direct);
            }
            return;
        }
        Hook.IS_STATIC_STEP.call(code, site).ifeq(direct);
        Hook.STATIC_LOCATION.call(code.loadConstant(ClassDesc.ofInternalName(facts.owner())), site);
        Hook.GET.call(code, site);
        ValueEncoding.fromLong(code, type, site);
        code.goto_(end).labelBinding(direct).with(field).labelBinding(end);
    }

    private void putStatic(CodeBuilder code, FieldInstruction field, ClassIndex.FieldFacts facts, Site site) {
        if (facts.isFinal()) {
            code.with(field);
            return;
        }
        ClassDesc type = field.typeSymbol();
        int value = method.temporary(code, TypeKind.from(type), 0);
        Label direct = code.newLabel();
        Label end = code.newLabel();
        code.storeLocal(TypeKind.from(type), value);
        Hook.IS_STATIC_STEP.call(code, site).ifeq(direct);
        Hook.STATIC_LOCATION.call(code.loadConstant(ClassDesc.ofInternalName(facts.owner())), site);
        code.loadLocal(TypeKind.from(type), value);
        ValueEncoding.toLong(code, site.kind(), site, false);
        Hook.SET.call(code, site);
        code.goto_(end).labelBinding(direct);
        code.loadLocal(TypeKind.from(type), value).with(field).labelBinding(end);
    }
}
