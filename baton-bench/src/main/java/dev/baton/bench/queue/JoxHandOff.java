package dev.baton.bench.queue;

import com.softwaremill.jox.Channel;

/** Jox's rendezvous channel. */
final class JoxHandOff implements HandOff {
    private final Channel<Integer> channel = Channel.newRendezvousChannel();

    @Override
    public void put(Integer element) throws InterruptedException {
        channel.send(element);
    }

    @Override
    public Integer take() throws InterruptedException {
        return channel.receive();
    }
}
