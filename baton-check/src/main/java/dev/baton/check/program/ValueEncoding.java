package dev.baton.check.program;

import static java.lang.constant.ConstantDescs.CD_Double;
import static java.lang.constant.ConstantDescs.CD_Float;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/** Code that turns values into the long numbers that events carry, and back: a reference is the number of its object. */
final class ValueEncoding {
    private ValueEncoding() {}

    /** The first letter of a type's descriptor; L for all that are no primitive ones. */
    static char kind(ClassDesc type) {
        return type.isPrimitive() ? type.descriptorString().charAt(0) : 'L';
    }

    /** Turns the value on the stack into a long; a reference is offered to the other threads. */
    static void toLong(CodeBuilder code, char kind, Site site, boolean comparedOnly) {
        switch (kind) {
            case 'J' -> {
            }
            case 'F' -> code.invokestatic(CD_Float, "floatToRawIntBits", MethodTypeDesc.of(CD_int, CD_float)).i2l();
            case 'D' -> code.invokestatic(CD_Double, "doubleToRawLongBits", MethodTypeDesc.of(CD_long, CD_double));
            case 'L' -> {
                if (comparedOnly) {
                    Hook.KNOWN.call(code);
                } else {
                    Hook.OFFER.call(code, site);
                }
            }
            default -> code.i2l();
        }
    }

    static void fromLong(CodeBuilder code, ClassDesc type, Site site) {
        switch (kind(type)) {
            case 'J' -> {
            }
            case 'F' -> code.l2i().invokestatic(CD_Float, "intBitsToFloat", MethodTypeDesc.of(CD_float, CD_int));
            case 'D' -> code.invokestatic(CD_Double, "longBitsToDouble", MethodTypeDesc.of(CD_double, CD_long));
            case 'V' -> code.pop2();
            case 'L' -> {
                Hook.OBJECT.call(code, site);
                if (!type.equals(CD_Object)) {
                    code.checkcast(type);
                }
            }
            default -> code.l2i();
        }
    }

    /** Says that an object only this thread knows gets a value in place of another: all three are on the stack. */
    static void localChange(CodeBuilder code, ClassDesc type) {
        Hook change = switch (kind(type)) {
            case 'J' -> Hook.CHANGE_LONG;
            case 'F' -> Hook.CHANGE_FLOAT;
            case 'D' -> Hook.CHANGE_DOUBLE;
            case 'L' -> Hook.CHANGE_REFERENCE;
            default -> Hook.CHANGE_INT;
        };
        change.call(code);
    }
}
