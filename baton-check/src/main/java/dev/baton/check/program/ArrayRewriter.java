package dev.baton.check.program;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;

/** Rewrites reads and writes of array elements in one method. */
final class ArrayRewriter {
    private final CodeRewriter method;
    private final ArrayTypes types;

    ArrayRewriter(CodeRewriter method, ArrayTypes types) {
        this.method = method;
        this.types = types;
    }

    /** @param at the place of the instruction among the method's elements */
    void load(CodeBuilder code, ArrayLoadInstruction load, int at) {
        ClassDesc type = load.typeKind() == TypeKind.REFERENCE ? types.elementType(at) : load.typeKind().upperBound();
        Site site = site(type);
        Label direct = code.newLabel();
        Label end = code.newLabel();
        Hook.IS_ELEMENT_SHARED.call(code.dup2()).ifeq(direct);
        Hook.ELEMENT.call(code, site);
        Hook.GET.call(code, site);
        ValueEncoding.fromLong(code, type, site);
        code.goto_(end).labelBinding(direct).with(load).labelBinding(end);
    }

    void store(CodeBuilder code, ArrayStoreInstruction store) {
        TypeKind kind = store.typeKind().asLoadable();
        ClassDesc type = store.typeKind() == TypeKind.REFERENCE
                ? ConstantDescs.CD_Object
                : store.typeKind().upperBound();
        Site site = site(type);
        int value = method.temporary(code, kind, 0);
        int holder = method.temporary(code, TypeKind.REFERENCE, 1);
        int position = method.temporary(code, TypeKind.INT, 1);
        Label direct = code.newLabel();
        Label end = code.newLabel();
        code.storeLocal(kind, value);
        Hook.IS_ELEMENT_SHARED.call(code.dup2()).ifeq(direct);
        if (site.kind() == 'L') {
            Hook.ELEMENT_FOR.call(code.loadLocal(kind, value), site);
        } else {
            Hook.ELEMENT.call(code, site);
        }
        code.loadLocal(kind, value);
        ValueEncoding.toLong(code, site.kind(), site, false);
        Hook.SET.call(code, site);
        code.goto_(end).labelBinding(direct);
        code.istore(position).astore(holder);
        code.aload(holder).aload(holder).iload(position).arrayLoad(store.typeKind());
        code.loadLocal(kind, value);
        ValueEncoding.localChange(code, type);
        code.aload(holder).iload(position).loadLocal(kind, value).with(store).labelBinding(end);
    }

    private Site site(ClassDesc type) {
        return method.site("array element", Operation.ofElement(ValueEncoding.kind(type)));
    }
}
