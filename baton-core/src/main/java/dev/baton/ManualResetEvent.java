package dev.baton;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** An event that stays set until it is reset. */
final class ManualResetEvent extends Event {
    /*
     * Overview
     *   A latch of one. To set is to count it down, to reset is to put a new one in its place once it is down. A set or a wait
     *   that has read a latch which is replaced meanwhile has met an event that was set after it began: it takes effect there.
     *
     * Memory modes
     *   field  read      write         why that is enough
     *   latch  volatile  CAS           a reset and a look at the event are in one order with the latches' own steps
     */
    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private CountDownLatch latch = new CountDownLatch(1);

    @Override
    public void set() {
        latchVolatile().countDown();
    }

    @Override
    public boolean reset() {
        CountDownLatch down = latchVolatile();
        return down.getCount() == 0L && casLatch(down, new CountDownLatch(1));
    }

    @Override
    public boolean isSet() {
        return latchVolatile().getCount() == 0L;
    }

    @Override
    public void await() throws InterruptedException {
        latchVolatile().await();
    }

    @Override
    public void awaitUninterruptibly() {
        latchVolatile().awaitUninterruptibly();
    }

    @Override
    public boolean tryAwait() {
        return isSet();
    }

    @Override
    public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
        return latchVolatile().await(timeout, unit);
    }

    @Override
    public CompletableFuture<Void> awaitAsync() {
        return latchVolatile().awaitAsync();
    }

    private CountDownLatch latchVolatile() {
        return (CountDownLatch) LATCH.getVolatile(this);
    }

    private boolean casLatch(CountDownLatch expected, CountDownLatch fresh) {
        return LATCH.compareAndSet(this, expected, fresh);
    }

    // VarHandle mechanics
    private static final VarHandle LATCH = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "latch",
            VarHandle.class, ManualResetEvent.class, CountDownLatch.class);
}
