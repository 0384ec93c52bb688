package dev.baton.bench.queue;

import dev.baton.bench.peer.KotlinChannel;

/** Kotlin's rendezvous channel. */
final class KotlinHandOff implements HandOff {
    private final KotlinChannel channel = new KotlinChannel(0);

    @Override
    public void put(Integer element) throws InterruptedException {
        channel.send(element);
    }

    @Override
    public Integer take() throws InterruptedException {
        return channel.receive();
    }
}
