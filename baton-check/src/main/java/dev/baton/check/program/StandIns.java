package dev.baton.check.program;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Map;
import java.util.Set;

/**
 * Methods of the JDK's locks that begin with a question: whether the lock's operations are steps of their own. Then a hook
 * stands in for the rest of the method; else the method goes on as the JDK has it.
 */
final class StandIns {
    private StandIns() {}

    private static final String LOCKS = ShadowNames.PREFIX + "java/util/concurrent/locks/";
    private static final String SYNC = LOCKS + "ReentrantLock$Sync";
    private static final String QUEUES = LOCKS + "AbstractQueuedSynchronizer";
    private static final String CONDITION = QUEUES + "$ConditionObject";
    private static final String READ_WRITE = LOCKS + "ReentrantReadWriteLock$Sync";
    private static final String LONG_QUEUES = LOCKS + "AbstractQueuedLongSynchronizer";
    private static final String LONG_CONDITION = LONG_QUEUES + "$ConditionObject";
    private static final ClassDesc HOOKS = ClassDesc.of("dev.baton.check.replay.LockCalls");

    private static final Map<String, Set<String>> REPLACED = Map.of(
            SYNC, Set.of("lock()V", "lockInterruptibly()V", "tryLock()Z", "tryLockNanos(J)Z", "isHeldExclusively()Z",
                    "getHoldCount()I", "isLocked()Z"),
            QUEUES, Set.of("release(I)Z"),
            CONDITION, Set.of("await()V", "await(JLjava/util/concurrent/TimeUnit;)Z", "awaitUninterruptibly()V",
                    "awaitNanos(J)J", "awaitUntil(Ljava/util/Date;)Z", "signal()V", "signalAll()V"),
            READ_WRITE, Set.of("tryReadLock()Z", "tryWriteLock()Z", "isHeldExclusively()Z", "getReadHoldCount()I",
                    "getWriteHoldCount()I", "isWriteLocked()Z"),
            LONG_QUEUES, Set.of("acquire(J)V", "acquireInterruptibly(J)V", "tryAcquireNanos(JJ)Z", "release(J)Z",
                    "acquireShared(J)V", "acquireSharedInterruptibly(J)V", "tryAcquireSharedNanos(JJ)Z",
                    "releaseShared(J)Z"));

    /** By name: they tell of threads that wait. */
    private static final Set<String> ABOUT_QUEUES = Set.of("hasQueuedThreads", "hasContended", "getFirstQueuedThread",
            "isQueued", "hasQueuedPredecessors", "getQueueLength", "getQueuedThreads", "getExclusiveQueuedThreads",
            "getSharedQueuedThreads");
    private static final Map<String, Set<String>> ASKING = Map.of(
            SYNC, Set.of("getOwner"),
            QUEUES, ABOUT_QUEUES,
            CONDITION, Set.of("hasWaiters", "getWaitQueueLength", "getWaitingThreads"),
            READ_WRITE, Set.of("getOwner", "getReadLockCount", "getCount"),
            LONG_QUEUES, ABOUT_QUEUES,
            LONG_CONDITION, Set.of("hasWaiters", "getWaitQueueLength", "getWaitingThreads", "await",
                    "awaitUninterruptibly", "awaitNanos", "awaitUntil", "signal", "signalAll"));

    /** Begins the code of a method with its question, if it has one. */
    static void begin(CodeBuilder code, String className, MethodModel method, Site site) {
        String name = method.methodName().stringValue();
        if (ASKING.getOrDefault(className, Set.of()).contains(name)) {
            Hook.LOCK_ASKS.call(code.aload(0));
        } else if (REPLACED.getOrDefault(className, Set.of()).contains(name + method.methodType().stringValue())) {
            replace(code, name, method.methodTypeSymbol(), site);
        }
    }

    static boolean isConcerned(String className) {
        return REPLACED.containsKey(className) || ASKING.containsKey(className);
    }

    private static void replace(CodeBuilder code, String name, MethodTypeDesc type, Site site) {
        Label own = code.newLabel();
        Hook.LOCK_LEANS.call(code.aload(0)).ifeq(own).aload(0);
        for (int i = 0; i < type.parameterCount(); i++) {
            code.loadLocal(TypeKind.from(type.parameterType(i)), code.parameterSlot(i));
        }
        MethodTypeDesc hook = type.insertParameterTypes(0, ConstantDescs.CD_Object)
                .insertParameterTypes(type.parameterCount() + 1, ConstantDescs.CD_int);
        code.loadConstant(site.id).invokestatic(Gates.of(HOOKS), name, hook).return_(TypeKind.from(type.returnType()))
                .labelBinding(own);
    }
}
