package dev.baton.check.program;

import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/**
 * Rewrites one call of an access method of VarHandle. The types of such a call are whatever its arguments are, and the
 * handle converts them to its own. Here nothing is known of the handle, so there are three ways: on an object that is not
 * shared the original call; on a shared one, if the hook finds that the types are those of the handle, the access; if they are
 * not, the call is made through a method handle that converts.
 */
final class HandleRewriter {
    private final CodeRewriter method;
    private final InvokeInstruction invoke;
    private final AccessCall access;
    private final MethodTypeDesc type;
    private final List<ClassDesc> parameters;
    private final int coordinates;
    private final Site site;
    private int[] slots = new int[0];
    private int handle;

    HandleRewriter(CodeRewriter method, InvokeInstruction invoke, AccessCall access) {
        this.method = method;
        this.invoke = invoke;
        this.access = access;
        this.type = invoke.typeSymbol();
        this.parameters = type.parameterList();
        this.coordinates = parameters.size() - access.values();
        ClassDesc value = access.values() > 0 && !parameters.isEmpty() ? parameters.getLast() : type.returnType();
        String name = method.handles.isEmpty() ? "VarHandle" : method.handles.pop();
        this.site = method.site(name + "." + invoke.name().stringValue(),
                access.operation(Operation.Via.VAR_HANDLE, ValueEncoding.kind(value)));
    }

    void rewrite(CodeBuilder code) {
        slots = method.spill(code, parameters);
        handle = method.temporary(code, TypeKind.REFERENCE, 3);
        code.astore(handle);
        Label direct = code.newLabel();
        Label converts = code.newLabel();
        Label end = code.newLabel();
        if (isUsual()) {
            if (coordinates == 0) {
                Hook.HANDLE_IS_ACTIVE.call(code.aload(handle)).ifeq(direct);
            } else {
                Hook.HANDLE_IS_SHARED.call(code.aload(handle).aload(slots[0])).ifeq(direct);
            }
            location(code);
            code.dup().iflt(converts);
            access.call(code, site, parameters.subList(coordinates, parameters.size()), slots, coordinates,
                    type.returnType());
            code.goto_(end).labelBinding(converts).pop();
        } else {
            Hook.HANDLE_IS_ACTIVE.call(code.aload(handle)).ifeq(direct);
        }
        Hook.HANDLE_CONVERTING.call(code.aload(handle).loadConstant(type), site);
        arguments(code).invokevirtual(CD_MethodHandle, "invokeExact", type);
        code.goto_(end).labelBinding(direct);
        direct(code);
        code.labelBinding(end);
    }

    /** The form of a call of a field or an element that the compiler makes; only such a one may be the access itself. */
    private boolean isUsual() {
        ClassDesc result = switch (access.form()) {
            case SET -> CD_void;
            case COMPARE_AND_SET -> CD_boolean;
            default -> type.returnType();
        };
        return result.equals(type.returnType()) && coordinates >= 0 && coordinates <= 2
                && (coordinates == 0 || !parameters.getFirst().isPrimitive())
                && (coordinates < 2 || parameters.get(1).equals(CD_int));
    }

    private void location(CodeBuilder code) {
        code.aload(handle);
        switch (coordinates) {
            case 0 -> Hook.HANDLE_STATIC_LOCATION.call(code.loadConstant(type), site);
            case 1 -> Hook.HANDLE_LOCATION.call(code.aload(slots[0]).loadConstant(type), site);
            default -> Hook.HANDLE_ELEMENT.call(code.aload(slots[0]).iload(slots[1]).loadConstant(type), site);
        }
    }

    private CodeBuilder arguments(CodeBuilder code) {
        for (int i = 0; i < slots.length; i++) {
            code.loadLocal(TypeKind.from(parameters.get(i)), slots[i]);
        }
        return code;
    }

    /** The original call; if it writes to an object only this thread knows, notes whether it changes anything. */
    private void direct(CodeBuilder code) {
        boolean isOfObject = access.form() != AccessCall.Form.GET && coordinates > 0
                && !parameters.getFirst().isPrimitive();
        if (isOfObject && access.form() == AccessCall.Form.SET && isUsual()) {
            int before = method.temporary(code, TypeKind.REFERENCE, 2);
            Hook.HANDLE_LOCAL_VALUE.call(place(code)).astore(before);
            arguments(code.aload(handle)).with(invoke);
            Hook.HANDLE_LOCAL_WRITE.call(place(code.aload(before)));
            return;
        }
        if (isOfObject) {
            Hook.CHANGE.call(code.aload(slots[0]));
        }
        arguments(code.aload(handle)).with(invoke);
    }

    private CodeBuilder place(CodeBuilder code) {
        code.aload(handle).aload(slots[0]);
        return coordinates == 2 ? code.iload(slots[1]) : code.iconst_0();
    }
}
