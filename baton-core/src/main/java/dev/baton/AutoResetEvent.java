package dev.baton;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** An event that is reset by the request that it lets go on: a conflated channel of one element. */
final class AutoResetEvent extends Event {
    private enum Signal {
        SET
    }

    private final Channel<Object> signals;

    AutoResetEvent(Channel<Object> signals) {
        this.signals = signals;
        signals.cells.list(null); // an event is as a latch, not in the dump
    }

    /** The channel of the signals, for selects. */
    Channel<Object> signals() {
        return signals;
    }

    @Override
    public void set() {
        signals.trySend(Signal.SET);
    }

    @Override
    public boolean reset() {
        return tryAwait();
    }

    @Override
    public boolean isSet() {
        return signals.cells.peek() == Signal.SET;
    }

    @Override
    public void await() throws InterruptedException {
        signals.receive();
    }

    @Override
    public void awaitUninterruptibly() {
        signals.receiveUninterruptibly();
    }

    @Override
    public boolean tryAwait() {
        return signals.tryReceive() != null;
    }

    @Override
    public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
        return signals.tryReceive(timeout, unit) != null;
    }

    @Override
    public CompletableFuture<Void> awaitAsync() {
        return signals.receiveAsync(set -> null);
    }
}
