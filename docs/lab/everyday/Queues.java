import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

class Queues {
    static void handOver(Scenario s, BlockingQueue<Integer> q) {
        s.thread("put", () -> { q.put(1); q.put(2); });
        s.thread("take", () -> { assert q.take() == 1; assert q.take() == 2; });
    }

    @ModelCheck
    void arrayBlockingQueue(Scenario s) {
        handOver(s, new ArrayBlockingQueue<>(1));
    }

    @ModelCheck
    void linkedBlockingQueue(Scenario s) {
        handOver(s, new LinkedBlockingQueue<>());
    }

    @ModelCheck
    void linkedBlockingDeque(Scenario s) {
        handOver(s, new LinkedBlockingDeque<>());
    }

    @ModelCheck
    void priorityBlockingQueue(Scenario s) {
        handOver(s, new PriorityBlockingQueue<>());
    }

    @ModelCheck
    void synchronousQueue(Scenario s) {
        SynchronousQueue<Integer> q = new SynchronousQueue<>();
        s.thread("put", () -> q.put(1));
        s.thread("take", () -> { assert q.take() == 1; });
    }

    @ModelCheck
    void synchronousQueueFair(Scenario s) {
        SynchronousQueue<Integer> q = new SynchronousQueue<>(true);
        s.thread("put", () -> q.put(1));
        s.thread("take", () -> { assert q.take() == 1; });
    }

    @ModelCheck
    void linkedTransferQueue(Scenario s) {
        LinkedTransferQueue<Integer> q = new LinkedTransferQueue<>();
        s.thread("transfer", () -> q.transfer(1));
        s.thread("take", () -> { assert q.take() == 1; });
    }

    @ModelCheck
    void linkedTransferQueuePut(Scenario s) {
        LinkedTransferQueue<Integer> q = new LinkedTransferQueue<>();
        s.thread("put", () -> q.put(1));
        s.thread("take", () -> { assert q.take() == 1; });
    }

    record Later(int id, long at) implements Delayed {
        public long getDelay(TimeUnit unit) { return unit.convert(at - System.nanoTime(), TimeUnit.NANOSECONDS); }
        public int compareTo(Delayed o) { return Long.compare(at, ((Later) o).at); }
    }

    @ModelCheck
    void delayQueue(Scenario s) {
        DelayQueue<Later> q = new DelayQueue<>();
        s.thread("put", () -> q.put(new Later(1, System.nanoTime() + 1000)));
        s.thread("take", () -> { assert q.take().id == 1; });
    }

    @ModelCheck
    void concurrentLinkedQueue(Scenario s) {
        ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>();
        s.thread("offer", () -> { q.offer(1); });
        s.thread("poll", () -> { Integer v = q.poll(); assert v == null || v == 1; });
    }

    @ModelCheck
    void concurrentLinkedDeque(Scenario s) {
        ConcurrentLinkedDeque<Integer> q = new ConcurrentLinkedDeque<>();
        s.thread("push", () -> q.push(1));
        s.thread("addLast", () -> q.addLast(2));
        s.finallyAssert(() -> { assert q.size() == 2 && q.peekFirst() == 1; });
    }

    @ModelCheck
    void skipListMap(Scenario s) {
        ConcurrentSkipListMap<Integer, String> m = new ConcurrentSkipListMap<>();
        s.thread("a", () -> m.put(1, "a"));
        s.thread("b", () -> m.put(2, "b"));
        s.finallyAssert(() -> { assert m.size() == 2 && m.firstKey() == 1; });
    }

    @ModelCheck
    void skipListSet(Scenario s) {
        ConcurrentSkipListSet<Integer> m = new ConcurrentSkipListSet<>(List.of(5));
        s.thread("add", () -> { assert m.add(1); });
        s.thread("first", () -> { int f = m.first(); assert f == 1 || f == 5; });
    }

    @ModelCheck
    void skipListMapPutGet(Scenario s) {
        ConcurrentSkipListMap<Integer, int[]> m = new ConcurrentSkipListMap<>();
        s.thread("put", () -> m.put(1, new int[]{7}));
        s.thread("get", () -> { int[] v = m.get(1); assert v == null || v[0] == 7; });
    }

    @ModelCheck
    void copyOnWriteList(Scenario s) {
        CopyOnWriteArrayList<Integer> l = new CopyOnWriteArrayList<>(List.of(1));
        s.thread("add", () -> l.add(2));
        s.thread("sum", () -> { int sum = 0; for (int i : l) { sum += i; } assert sum == 1 || sum == 3; });
    }

    @ModelCheck
    void copyOnWriteSet(Scenario s) {
        CopyOnWriteArraySet<Integer> l = new CopyOnWriteArraySet<>();
        s.threads(2, () -> l.add(2));
        s.finallyAssert(() -> { assert l.size() == 1; });
    }

    @ModelCheck
    void exchanger(Scenario s) {
        Exchanger<String> e = new Exchanger<>();
        s.thread("a", () -> { assert e.exchange("a").equals("b"); });
        s.thread("b", () -> { assert e.exchange("b").equals("a"); });
    }

    @ModelCheck
    void phaser(Scenario s) {
        Phaser p = new Phaser(2);
        int[] a = new int[2];
        s.thread("a", () -> { a[0] = 1; p.arriveAndAwaitAdvance(); assert a[1] == 1; });
        s.thread("b", () -> { a[1] = 1; p.arriveAndAwaitAdvance(); assert a[0] == 1; });
    }

    @ModelCheck
    void cyclicBarrier(Scenario s) {
        int[] sum = new int[1];
        AtomicInteger parts = new AtomicInteger();
        CyclicBarrier b = new CyclicBarrier(2, () -> sum[0] = parts.get());
        s.threads(2, () -> { parts.incrementAndGet(); b.await(); assert sum[0] == 2; });
    }

    @ModelCheck
    void countDownLatch(Scenario s) {
        CountDownLatch ready = new CountDownLatch(2);
        int[] a = new int[2];
        s.thread("a", () -> { a[0] = 1; ready.countDown(); });
        s.thread("b", () -> { a[1] = 1; ready.countDown(); });
        s.thread("c", () -> { ready.await(); assert a[0] + a[1] == 2; });
    }

    @ModelCheck
    void poisonPill(Scenario s) {
        BlockingQueue<String> q = new LinkedBlockingQueue<>();
        List<String> seen = new ArrayList<>();
        s.thread("producer", () -> { q.put("work"); q.put("STOP"); });
        s.thread("consumer", () -> { for (String x; !(x = q.take()).equals("STOP");) { seen.add(x); } });
        s.finallyAssert(() -> { assert seen.equals(List.of("work")); });
    }

    @ModelCheck
    void drainTo(Scenario s) {
        BlockingQueue<Integer> q = new ArrayBlockingQueue<>(2);
        List<Integer> got = new ArrayList<>();
        s.thread("p", () -> q.put(1));
        s.thread("c", () -> { q.drainTo(got); });
        s.finallyAssert(() -> { q.drainTo(got); assert got.equals(List.of(1)); });
    }
}
