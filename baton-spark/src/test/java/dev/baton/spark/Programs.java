package dev.baton.spark;

import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import dev.baton.check.event.JdkLocks;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/** Ten programs of some hundred to some ten thousand executions, a long one, and one with a fault. */
class Programs {
    @ModelCheck
    void counters(Scenario scenario) {
        AtomicInteger a = new AtomicInteger();
        AtomicInteger b = new AtomicInteger();
        scenario.threads(4, () -> {
            a.incrementAndGet();
            b.incrementAndGet();
        }).outcome(() -> a.get() + b.get());
    }

    @ModelCheck
    void exchanges(Scenario scenario) {
        AtomicInteger x = new AtomicInteger();
        int[] seen = new int[4];
        for (int i = 0; i < 4; i++) {
            int self = i;
            scenario.thread(() -> seen[self] = x.getAndSet(self) + x.get());
        }
        scenario.outcome(x::get);
    }

    @ModelCheck
    void stack(Scenario scenario) {
        AtomicReference<@Nullable Node> top = new AtomicReference<>();
        scenario.threads(3, () -> push(top)).outcome(() -> depth(top.get()));
    }

    private static final class Node {
        @Nullable
        Node next;
    }

    private static void push(AtomicReference<@Nullable Node> top) {
        Node node = new Node();
        do {
            node.next = top.get();
        } while (!top.compareAndSet(node.next, node));
    }

    private static int depth(@Nullable Node top) {
        int depth = 0;
        for (Node node = top; node != null; node = node.next) {
            depth++;
        }
        return depth;
    }

    @ModelCheck
    void semaphore(Scenario scenario) {
        Semaphore semaphore = new Semaphore(1);
        scenario.threads(2, () -> {
            semaphore.acquireUninterruptibly();
            semaphore.release();
        });
    }

    @ModelCheck(jdkLocks = JdkLocks.CODE, models = "sc")
    void lockOfTheJdk(Scenario scenario) {
        ReentrantLock lock = new ReentrantLock();
        int[] count = {0};
        scenario.threads(2, () -> {
            lock.lock();
            count[0]++;
            lock.unlock();
        }).finallyAssert(() -> {
            assert count[0] == 2;
        });
    }

    @ModelCheck
    void queue(Scenario scenario) {
        ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();
        String[] got = new String[1];
        scenario.thread(() -> queue.add("a")).thread(() -> queue.add("b"))
                .thread(() -> got[0] = String.valueOf(queue.poll())).outcome(() -> got[0]);
    }

    @ModelCheck(models = "tso")
    void buffers(Scenario scenario) {
        AtomicInteger[] place = {new AtomicInteger(), new AtomicInteger(), new AtomicInteger()};
        int[] read = new int[3];
        for (int i = 0; i < 3; i++) {
            int self = i;
            scenario.thread(() -> {
                place[self].setPlain(1);
                place[self].setOpaque(2);
                read[self] = place[(self + 1) % 3].getOpaque() + place[(self + 2) % 3].getOpaque();
            });
        }
        scenario.outcome(() -> read[0] + " " + read[1] + " " + read[2]);
    }

    @ModelCheck(models = "jam")
    void buffersUnderJam(Scenario scenario) {
        buffers(scenario);
    }

    @ModelCheck
    void startsThreads(Scenario scenario) {
        AtomicInteger count = new AtomicInteger();
        scenario.threads(2, () -> {
            Thread child = new Thread(() -> count.addAndGet(count.get() + 1));
            child.start();
            count.incrementAndGet();
        }).outcome(count::get);
    }

    @ModelCheck
    void latch(Scenario scenario) {
        CountDownLatch latch = new CountDownLatch(2);
        scenario.threads(2, latch::countDown).thread(() -> {
            while (latch.getCount() > 0) {
                LockSupport.parkNanos(1);
            }
        });
    }

    /** Half a million executions. */
    @ModelCheck(jdkLocks = JdkLocks.CODE)
    void writers(Scenario scenario) {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        int[] count = {0};
        scenario.threads(2, () -> {
            lock.writeLock().lock();
            count[0]++;
            lock.writeLock().unlock();
        }).finallyAssert(() -> {
            assert count[0] == 2;
        });
    }

    /** One order of five threads at two counters, of 14,400, is wrong. */
    @ModelCheck
    void oneIsWrong(Scenario scenario) {
        AtomicInteger a = new AtomicInteger();
        AtomicInteger b = new AtomicInteger();
        int[] order = new int[5];
        for (int i = 0; i < 5; i++) {
            int self = i;
            scenario.thread(() -> order[self] = 10 * a.getAndIncrement() + b.getAndIncrement());
        }
        scenario.finallyAssert(() -> {
            assert !(order[0] == WRONG[0] && order[1] == WRONG[1] && order[2] == WRONG[2] && order[3] == WRONG[3]);
        });
    }

    private static final int[] WRONG = {44, 33, 22, 11};
}
