package dev.baton.check.program;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_MethodType;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_Throwable;
import static java.lang.constant.ConstantDescs.CD_VarHandle;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_byte;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/**
 * The static methods that rewritten code calls, by class, name, result and parameters. This package must not see the code
 * that runs the program, so it knows them by these words alone.
 */
record Hook(ClassDesc owner, String method, MethodTypeDesc type) {
    static final Hook ACTIVE = in("Hooks", "active", CD_boolean);
    static final Hook IS_STATIC_STEP = in("Hooks", "isStaticStep", CD_boolean, CD_int);
    static final Hook IS_SHARED = in("Hooks", "isShared", CD_boolean, CD_Object);
    static final Hook IS_ELEMENT_SHARED = in("Hooks", "isShared", CD_boolean, CD_Object, CD_int);
    static final Hook MAKING = in("Hooks", "making", CD_void, CD_int);
    static final Hook BORN = in("Hooks", "born", Instrumenter.TAG, CD_Object);
    static final Hook NEW_ARRAY = in("Hooks", "newArray", CD_void, CD_Object, CD_int);
    static final Hook GOT_ARRAY = in("Hooks", "gotArray", CD_void, CD_Object, CD_int);
    static final Hook IS_GIVEN = in("Hooks", "isGiven", CD_boolean, CD_Object);
    static final Hook NEEDS = in("Hooks", "needs", CD_void, CD_Class);
    static final Hook ENTER_INITIALIZER = in("Hooks", "enterInitializer", CD_void, CD_Class);
    static final Hook LEAVE_INITIALIZER = in("Hooks", "leaveInitializer", CD_void);
    static final Hook BUILT = in("Hooks", "built", CD_void, CD_Object, CD_Class);
    static final Hook FREEZE = in("Hooks", "freeze", CD_void, CD_Object);
    static final Hook FREEZE_HELD = in("Hooks", "freezeHeld", CD_void, CD_Object);
    static final Hook HEADER = in("Hooks", "header", CD_long, CD_long, CD_int);
    static final Hook COMPARES = in("Hooks", "compares", CD_void, CD_int);
    static final Hook BACK_EDGE = in("Hooks", "backEdge", CD_long, CD_long, CD_int, CD_int, CD_int, CD_int,
            CD_int);

    static final Hook CHANGE = in("Hooks", "localChange", CD_void, CD_Object);
    static final Hook CHANGE_INT = in("Hooks", "localChange", CD_void, CD_Object, CD_int, CD_int);
    static final Hook CHANGE_LONG = in("Hooks", "localChange", CD_void, CD_Object, CD_long, CD_long);
    static final Hook CHANGE_FLOAT = in("Hooks", "localChange", CD_void, CD_Object, CD_float, CD_float);
    static final Hook CHANGE_DOUBLE = in("Hooks", "localChange", CD_void, CD_Object, CD_double, CD_double);
    static final Hook CHANGE_REFERENCE = in("Hooks", "localChange", CD_void, CD_Object, CD_Object, CD_Object);

    static final Hook COMES_LATE = in("PlaceHooks", "comesLate", CD_boolean, CD_Object, CD_int);
    static final Hook IS_LATE = in("PlaceHooks", "isLate", CD_boolean, CD_Object, CD_int);
    static final Hook LOCATION = in("PlaceHooks", "location", CD_int, CD_Object, CD_int);
    static final Hook STATIC_LOCATION = in("PlaceHooks", "staticLocation", CD_int, CD_Class, CD_int);
    static final Hook ELEMENT = in("PlaceHooks", "element", CD_int, CD_Object, CD_int, CD_int);
    static final Hook ELEMENT_FOR = in("PlaceHooks", "elementFor", CD_int, CD_Object, CD_int, CD_Object, CD_int);
    static final Hook IS_UNSAFE_STEP = in("PlaceHooks", "isUnsafeStep", CD_boolean, CD_Object, CD_int);
    static final Hook UNSAFE_LOCATION = in("PlaceHooks", "unsafeLocation", CD_int, CD_Object, CD_long, CD_int);

    static final Hook HANDLE_IS_ACTIVE = in("HandleHooks", "isActive", CD_boolean, CD_VarHandle);
    static final Hook HANDLE_IS_SHARED = in("HandleHooks", "isShared", CD_boolean, CD_VarHandle, CD_Object);
    static final Hook HANDLE_LOCATION = in("HandleHooks", "location", CD_int, CD_VarHandle, CD_Object, CD_MethodType,
            CD_int);
    static final Hook HANDLE_STATIC_LOCATION = in("HandleHooks", "staticLocation", CD_int, CD_VarHandle, CD_MethodType,
            CD_int);
    static final Hook HANDLE_ELEMENT = in("HandleHooks", "element", CD_int, CD_VarHandle, CD_Object, CD_int,
            CD_MethodType, CD_int);
    static final Hook HANDLE_CONVERTING = in("HandleHooks", "converting", CD_MethodHandle, CD_VarHandle, CD_MethodType,
            CD_int);
    static final Hook HANDLE_LOCAL_VALUE = in("HandleHooks", "localValue", CD_Object, CD_VarHandle, CD_Object, CD_int);
    static final Hook HANDLE_LOCAL_WRITE = in("HandleHooks", "localWrite", CD_void, CD_Object, CD_VarHandle, CD_Object,
            CD_int);

    static final Hook GET = in("AccessHooks", "get", CD_long, CD_int, CD_int);
    static final Hook SET = in("AccessHooks", "set", CD_void, CD_int, CD_long, CD_int);
    static final Hook COMPARE_AND_SET = in("AccessHooks", "compareAndSet", CD_boolean, CD_int, CD_long, CD_long,
            CD_int);
    static final Hook COMPARE_AND_EXCHANGE = in("AccessHooks", "compareAndExchange", CD_long, CD_int, CD_long, CD_long,
            CD_int);
    static final Hook GET_AND_UPDATE = in("AccessHooks", "getAndUpdate", CD_long, CD_int, CD_long, CD_int);
    static final Hook FENCE = in("AccessHooks", "fence", CD_void, CD_int);
    static final Hook GOVERN = in("AccessHooks", "govern", CD_void, CD_int);

    static final Hook OFFER = in("ReferenceHooks", "offer", CD_long, CD_Object, CD_int);
    static final Hook KNOWN = in("ReferenceHooks", "known", CD_long, CD_Object);
    static final Hook OBJECT = in("ReferenceHooks", "object", CD_Object, CD_long, CD_int);
    static final Hook ADOPT = in("ReferenceHooks", "adopt", CD_void, CD_Object, CD_int);
    static final Hook SAME = in("ReferenceHooks", "same", CD_boolean, CD_Object, CD_Object);
    static final Hook IDENTITY_HASH = in("ReferenceHooks", "identityHash", CD_int, CD_Object);

    static final Hook ENTER = in("MonitorHooks", "enter", CD_void, CD_Object, CD_int);
    static final Hook EXIT = in("MonitorHooks", "exit", CD_void, CD_Object, CD_int);

    static final Hook LOCK_LEANS = in("LockCalls", "leans", CD_boolean, CD_Object);
    static final Hook LOCK_ASKS = in("LockCalls", "asks", CD_void, CD_Object);

    static final Hook CALLING = in("ForeignHooks", "calling", CD_void, CD_int);
    static final Hook UNMODELLED = in("ForeignHooks", "unmodelled", CD_void, CD_int);
    static final Hook SET_MEMORY = in("MemoryHooks", "setMemory", CD_void, CD_Object, CD_long, CD_long, CD_byte,
            CD_int);
    static final Hook COPY_MEMORY = in("MemoryHooks", "copyMemory", CD_void, CD_Object, CD_long, CD_Object, CD_long,
            CD_long, CD_int);
    static final Hook FORBIDDEN = in("ForeignHooks", "forbidden", CD_void, CD_int);
    static final Hook FOREIGN_TYPE = in("ForeignHooks", "foreignType", CD_void, CD_int);
    static final Hook NATIVE = in("ForeignHooks", "nativeCode", CD_void, CD_String);
    static final Hook OUTPUT = in("Output", "stream", ClassDesc.of("java.io.PrintStream"));
    static final Hook PRINTING = in("ForeignHooks", "printing", CD_void, CD_Object, CD_int);
    static final Hook UNMODELLED_REFERENCE = in("ForeignHooks", "unmodelledReference", CD_void, CD_String);
    static final Hook FOREIGN_CALL = in("ForeignHooks", "foreignCall", CD_void, CD_Object, CD_int);
    static final Hook FOREIGN_ARRAY = in("ForeignHooks", "foreignArray", CD_void, CD_Object, CD_int);
    static final Hook SNAPSHOT = in("ForeignHooks", "snapshot", CD_Object, CD_Object, CD_int);
    static final Hook CLONE = in("PlainCalls", "clone", CD_Object, CD_Object, CD_int);
    static final Hook CLONE_OBJECT = in("PlainCalls", "cloneObject", CD_Object, CD_Object, CD_int);

    static final Hook MADE_FAILURE = in("Failures", "made", CD_void, CD_Object, CD_int);
    static final Hook LOOKS_INTO = in("Failures", "looksInto", CD_void, CD_Object, CD_int);
    static final Hook SHOWN = in("Failures", "shown", CD_Object, CD_Object, CD_int);
    static final Hook CAUGHT = in("Blame", "caught", CD_void, CD_Object);
    static final Hook SORT = in("Blame", "sort", CD_Throwable, CD_Throwable, CD_boolean);
    static final Hook OR_NULL = in("Blame", "orNull", CD_boolean, CD_boolean, CD_Object);

    private static Hook in(String owner, String method, ClassDesc result, ClassDesc... parameters) {
        return new Hook(ClassDesc.of("dev.baton.check.replay", owner), method, MethodTypeDesc.of(result, parameters));
    }

    /** Adds a call that no {@linkplain Gates gate} guards; the arguments are on the stack. */
    CodeBuilder callUnguarded(CodeBuilder code) {
        return code.invokestatic(owner, method, type);
    }

    /** Adds a call; the arguments are on the stack. */
    CodeBuilder call(CodeBuilder code) {
        return code.invokestatic(Gates.of(owner), method, type);
    }

    /** Adds a call whose last argument is a site; the others are on the stack. */
    CodeBuilder call(CodeBuilder code, Site site) {
        return call(code.loadConstant(site.id));
    }
}
