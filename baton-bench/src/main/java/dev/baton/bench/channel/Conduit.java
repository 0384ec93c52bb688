package dev.baton.bench.channel;

import com.softwaremill.jox.Channel;
import dev.baton.bench.peer.KotlinChannel;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.SynchronousQueue;

/** What elements are passed through: ours and the peers, with one interface. */
public interface Conduit {
    /** The capacity that stands for none. */
    int UNLIMITED = -1;

    void send(Integer element) throws InterruptedException;

    Integer receive() throws InterruptedException;

    /** What is compared, each with the capacities that it has. */
    enum Kind {
        BATON, BATON_SYNCHRONOUS, JOX, KOTLIN, ARRAY_QUEUE, LINKED_QUEUE, TRANSFER_QUEUE, SYNCHRONOUS_FAIR, SYNCHRONOUS_UNFAIR;

        Conduit create(int capacity) {
            return switch (this) {
                case BATON -> ofBaton(capacity);
                case BATON_SYNCHRONOUS -> ofQueue(new dev.baton.SynchronousQueue<>(true));
                case JOX -> ofJox(capacity);
                case KOTLIN -> ofKotlin(capacity == UNLIMITED ? Integer.MAX_VALUE : capacity);
                case ARRAY_QUEUE -> ofQueue(new ArrayBlockingQueue<>(capacity));
                case LINKED_QUEUE -> ofQueue(
                        new LinkedBlockingQueue<>(capacity == UNLIMITED ? Integer.MAX_VALUE : capacity));
                case TRANSFER_QUEUE -> capacity == 0 ? ofTransferQueue() : ofQueue(new LinkedTransferQueue<>());
                case SYNCHRONOUS_FAIR -> ofQueue(new SynchronousQueue<>(true));
                case SYNCHRONOUS_UNFAIR -> ofQueue(new SynchronousQueue<>(false));
            };
        }
    }

    private static Conduit ofBaton(int capacity) {
        dev.baton.Channel<Integer> channel = capacity == UNLIMITED
                ? dev.baton.Channel.unlimited()
                : dev.baton.Channel.buffered(capacity);
        return new Conduit() {
            @Override
            public void send(Integer element) throws InterruptedException {
                channel.send(element);
            }

            @Override
            public Integer receive() throws InterruptedException {
                return channel.receive();
            }
        };
    }

    private static Conduit ofJox(int capacity) {
        Channel<Integer> channel = capacity == UNLIMITED
                ? Channel.newUnlimitedChannel()
                : capacity == 0 ? Channel.newRendezvousChannel() : Channel.newBufferedChannel(capacity);
        return new Conduit() {
            @Override
            public void send(Integer element) throws InterruptedException {
                channel.send(element);
            }

            @Override
            public Integer receive() throws InterruptedException {
                return channel.receive();
            }
        };
    }

    private static Conduit ofKotlin(int capacity) {
        KotlinChannel channel = new KotlinChannel(capacity);
        return new Conduit() {
            @Override
            public void send(Integer element) throws InterruptedException {
                channel.send(element);
            }

            @Override
            public Integer receive() throws InterruptedException {
                return channel.receive();
            }
        };
    }

    private static Conduit ofQueue(BlockingQueue<Integer> queue) {
        return new Conduit() {
            @Override
            public void send(Integer element) throws InterruptedException {
                queue.put(element);
            }

            @Override
            public Integer receive() throws InterruptedException {
                return queue.take();
            }
        };
    }

    private static Conduit ofTransferQueue() {
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
        return new Conduit() {
            @Override
            public void send(Integer element) throws InterruptedException {
                queue.transfer(element);
            }

            @Override
            public Integer receive() throws InterruptedException {
                return queue.take();
            }
        };
    }
}
