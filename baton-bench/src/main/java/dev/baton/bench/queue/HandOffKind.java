package dev.baton.bench.queue;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.SynchronousQueue;
import org.jspecify.annotations.Nullable;

/** What is compared. */
public enum HandOffKind {
    BATON_FAIR, BATON_UNFAIR, JDK_FAIR, JDK_UNFAIR, JAVA5_FAIR, JAVA5_UNFAIR, HANSON, NAIVE, TRANSFER_QUEUE, EXCHANGER, JOX, KOTLIN;

    HandOff create() {
        return switch (this) {
            case BATON_FAIR, BATON_UNFAIR, JDK_FAIR, JDK_UNFAIR -> ofQueue(createQueue());
            case JAVA5_FAIR -> new Java5Queue(true);
            case JAVA5_UNFAIR -> new Java5Queue(false);
            case HANSON -> new HansonQueue();
            case NAIVE -> new NaiveQueue();
            case TRANSFER_QUEUE -> ofTransferQueue();
            case EXCHANGER -> ofExchanger();
            case JOX -> new JoxHandOff();
            case KOTLIN -> new KotlinHandOff();
        };
    }

    /** For workloads that need the whole API of a blocking queue. */
    BlockingQueue<Integer> createQueue() {
        return this.<Integer>createQueueOf();
    }

    <E> BlockingQueue<E> createQueueOf() {
        return switch (this) {
            case BATON_FAIR -> new dev.baton.SynchronousQueue<>(true);
            case BATON_UNFAIR -> new dev.baton.SynchronousQueue<>(false);
            case JDK_FAIR -> new SynchronousQueue<>(true);
            case JDK_UNFAIR -> new SynchronousQueue<>(false);
            default -> throw new IllegalArgumentException(this + " is not a BlockingQueue");
        };
    }

    /** For workloads with timeouts. */
    TimedHandOff createTimed() {
        return switch (this) {
            case JAVA5_FAIR -> new Java5Queue(true);
            case JAVA5_UNFAIR -> new Java5Queue(false);
            default -> TimedHandOff.of(createQueue());
        };
    }

    private static HandOff ofQueue(BlockingQueue<Integer> queue) {
        return new HandOff() {
            @Override
            public void put(Integer element) throws InterruptedException {
                queue.put(element);
            }

            @Override
            public Integer take() throws InterruptedException {
                return queue.take();
            }
        };
    }

    private static HandOff ofTransferQueue() {
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
        return new HandOff() {
            @Override
            public void put(Integer element) throws InterruptedException {
                queue.transfer(element);
            }

            @Override
            public Integer take() throws InterruptedException {
                return queue.take();
            }
        };
    }

    /** An exchanger does not tell producers from consumers: two producers that meet go on with each other's element. */
    private static HandOff ofExchanger() {
        Exchanger<@Nullable Integer> exchanger = new Exchanger<>();
        return new HandOff() {
            @Override
            public void put(Integer element) throws InterruptedException {
                Integer mine = element;
                while (mine != null) {
                    mine = exchanger.exchange(mine);
                }
            }

            @Override
            public Integer take() throws InterruptedException {
                Integer element;
                do {
                    element = exchanger.exchange(null);
                } while (element == null);
                return element;
            }
        };
    }
}
