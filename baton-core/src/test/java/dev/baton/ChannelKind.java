package dev.baton;

/** The channels that the tests run on; segments of one and two cells show most mistakes. */
enum ChannelKind {
    RENDEZVOUS(0, 32), RENDEZVOUS_1(0, 1), RENDEZVOUS_2(0, 2), BUFFERED_1(1, 1), BUFFERED_2(2, 2), BUFFERED_3(3,
            32), UNLIMITED(ChannelRoom.UNLIMITED, 2);

    final long capacity;
    private final int segmentSize;

    ChannelKind(long capacity, int segmentSize) {
        this.capacity = capacity;
        this.segmentSize = segmentSize;
    }

    <E> Channel<E> channel() {
        return new Channel<>(name(), capacity, false, segmentSize, 32);
    }

    boolean isLimited() {
        return capacity != ChannelRoom.UNLIMITED;
    }

    /** A channel in which the next send waits. */
    Channel<Integer> full() {
        Channel<Integer> channel = channel();
        for (int i = 0; i < capacity; i++) {
            channel.trySend(-i);
        }
        return channel;
    }
}
