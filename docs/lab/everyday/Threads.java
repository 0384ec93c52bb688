import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

class Threads {
    static class Counter extends Thread {
        static int total;
        static final Object LOCK = new Object();
        @Override public void run() { synchronized (LOCK) { total++; } }
    }

    @ModelCheck
    void threadSubclasses() throws Exception {
        Counter.total = 0;
        Counter a = new Counter(), b = new Counter();
        a.start(); b.start(); a.join(); b.join();
        assert Counter.total == 2;
    }

    @ModelCheck
    void daemonThread() {
        BlockingQueue<Runnable> q = new LinkedBlockingQueue<>();
        Thread t = new Thread(() -> { try { while (true) { q.take().run(); } } catch (InterruptedException e) { } });
        t.setDaemon(true);
        t.start();
        AtomicBoolean ran = new AtomicBoolean();
        q.add(() -> ran.set(true));
    }

    @ModelCheck
    void uncaughtHandler() throws Exception {
        AtomicReference<String> seen = new AtomicReference<>();
        Thread t = new Thread(() -> { throw new IllegalStateException("boom"); }, "worker");
        t.setUncaughtExceptionHandler((th, e) -> seen.set(th.getName() + " " + e.getMessage()));
        t.start();
        t.join();
        assert seen.get().equals("worker boom");
    }

    static final InheritableThreadLocal<String> WHO = new InheritableThreadLocal<>();
    @ModelCheck
    void inheritableThreadLocal() throws Exception {
        WHO.set("ann");
        String[] seen = new String[1];
        Thread t = new Thread(() -> seen[0] = WHO.get());
        t.start(); t.join();
        assert seen[0].equals("ann");
    }

    static final ThreadLocal<StringBuilder> BUF = ThreadLocal.withInitial(StringBuilder::new);
    @ModelCheck
    void threadLocalBuffer(Scenario s) {
        s.threads(2, () -> { BUF.get().append("x"); assert BUF.get().toString().equals("x"); });
    }

    @ModelCheck
    void threadFactory() throws Exception {
        AtomicInteger n = new AtomicInteger();
        ThreadFactory f = r -> new Thread(r, "w" + n.incrementAndGet());
        ExecutorService pool = Executors.newFixedThreadPool(1, f);
        assert pool.submit(() -> Thread.currentThread().getName()).get().equals("w1");
        pool.shutdown();
    }

    @ModelCheck
    void threadBuilder() throws Exception {
        int[] a = new int[2];
        Thread p = Thread.ofPlatform().name("p").daemon(false).start(() -> a[0] = 1);
        Thread v = Thread.ofVirtual().name("v").start(() -> a[1] = 2);
        p.join(); v.join();
        assert a[0] + a[1] == 3;
    }

    @ModelCheck
    void interruptEndsSleep() throws Exception {
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread t = new Thread(() -> {
            try { while (true) { Thread.sleep(1000); } } catch (InterruptedException e) { interrupted.set(true); }
        });
        t.start();
        t.interrupt();
        t.join();
        assert interrupted.get();
    }

    @ModelCheck
    void threadState() throws Exception {
        Thread t = new Thread(() -> { });
        assert t.getState() == Thread.State.NEW;
        t.start();
        Thread.State now = t.getState();
        t.join();
        assert now != Thread.State.NEW && t.getState() == Thread.State.TERMINATED;
    }

    @ModelCheck(expectViolation = true)
    void stopFlagWithoutVolatile() throws Exception {
        boolean[] stop = new boolean[1];
        int[] data = new int[1];
        Thread t = new Thread(() -> { while (!stop[0]) { } assert data[0] == 1; });
        t.start();
        data[0] = 1;
        stop[0] = true;
        t.join();
    }

    static class Person {
        volatile int age;
        private String name = "x";
        public Person() {
    }
    public int next() {
        return ++age;
    }
    }

    @ModelCheck
    void reflection(Scenario s) {
        Person p = new Person();
        s.threads(2, () -> {
            var f = Person.class.getDeclaredField("name");
            f.setAccessible(true);
            assert f.get(p).equals("x");
            assert (int) Person.class.getMethod("next").invoke(p) >= 1;
            assert Person.class.getConstructor().newInstance().age == 0;
        });
    }

    @ModelCheck
    void methodHandles(Scenario s) {
        Person p = new Person();
        s.threads(2, () -> {
            MethodHandle mh = MethodHandles.lookup().findVirtual(Person.class, "next", MethodType.methodType(int.class));
            try {
                int v = (int) mh.invokeExact(p);
                assert v >= 1;
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
    }

    static class Cas {
        static final VarHandle V;
        static {
            try {
                V = MethodHandles.lookup().findVarHandle(Cas.class, "v", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
        int v;
        void inc() { int c; do { c = (int) V.getVolatile(this); } while (!V.compareAndSet(this, c, c + 1)); }
    }

    @ModelCheck
    void varHandleCounter(Scenario s) {
        Cas c = new Cas();
        s.threads(2, c::inc);
        s.finallyAssert(() -> { assert c.v == 2; });
    }

    @ModelCheck
    void weakReferenceCache(Scenario s) {
        ConcurrentHashMap<String, WeakReference<Object>> cache = new ConcurrentHashMap<>();
        s.threads(2, () -> {
            WeakReference<Object> r = cache.get("k");
            Object v = r == null ? null : r.get();
            if (v == null) { v = new Object(); cache.put("k", new WeakReference<>(v)); }
            assert v != null;
        });
    }

    @ModelCheck
    void weakHashMapGuarded(Scenario s) {
        Map<Object, Integer> m = Collections.synchronizedMap(new WeakHashMap<>());
        Object key = new Object();
        s.threads(2, () -> { m.merge(key, 1, Integer::sum); });
        s.finallyAssert(() -> { assert m.get(key) == 2; });
    }

    sealed interface Shape permits Circle, Square {}
    record Circle(double r) implements Shape {}
    record Square(double a) implements Shape {}
    enum State { OPEN, CLOSED { @Override boolean isEnd() { return true; } }; boolean isEnd() { return false; } }
    @ModelCheck
    void recordsEnumsSealed(Scenario s) {
        AtomicReference<Shape> shape = new AtomicReference<>(new Circle(1));
        AtomicReference<State> state = new AtomicReference<>(State.OPEN);
        s.thread("w", () -> { shape.set(new Square(2)); state.set(State.CLOSED); });
        s.thread("r", () -> {
            if (state.get().isEnd()) {
                double area = switch (shape.get()) { case Circle(double r) -> r; case Square(double a) -> a * a; };
                assert area == 4;
            }
        });
    }

    @ModelCheck
    void systemExit(Scenario s) {
        AtomicBoolean done = new AtomicBoolean();
        s.thread("w", () -> done.set(true));
        s.thread("x", () -> { if (done.get()) { System.exit(1); } });
    }

    @ModelCheck
    void shutdownHook(Scenario s) {
        s.thread("h", () -> Runtime.getRuntime().addShutdownHook(new Thread(() -> { })));
        s.thread("i", () -> { });
    }

    @ModelCheck
    void memoryOfRuntime(Scenario s) {
        s.threads(2, () -> { assert Runtime.getRuntime().freeMemory() > 0 && Runtime.getRuntime().maxMemory() > 0; });
    }

    @ModelCheck
    void suppressedOnSharedException(Scenario s) {
        Exception shared = new Exception("first");
        s.threads(2, () -> { synchronized (shared) { shared.addSuppressed(new RuntimeException()); } });
        s.finallyAssert(() -> { assert shared.getSuppressed().length == 2; });
    }

    @ModelCheck
    void tryWithResourcesInTask() throws Exception {
        class R implements AutoCloseable { public void close() { throw new IllegalArgumentException("close"); } }
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<?> f = pool.submit(() -> { try (R r = new R()) { throw new IllegalStateException("body"); } });
        try {
            f.get();
            assert false;
        } catch (ExecutionException e) {
            assert e.getCause().getSuppressed().length == 1;
        }
        pool.shutdown();
    }

    @ModelCheck
    void initCause() throws Exception {
        AtomicReference<Throwable> seen = new AtomicReference<>();
        Thread t = new Thread(() -> {
            Exception e = new Exception("x");
            e.initCause(new RuntimeException("c"));
            seen.set(e);
        });
        t.start(); t.join();
        assert seen.get().getCause().getMessage().equals("c");
    }

    @ModelCheck
    void joinWithTimeout() throws Exception {
        int[] a = new int[1];
        Thread t = new Thread(() -> a[0] = 1);
        t.start();
        t.join(1000);
        if (!t.isAlive()) { assert a[0] == 1; }
    }

    static class Singleton { static final Singleton IT = new Singleton(); final int v = 3; }
    @ModelCheck
    void holderIdiom(Scenario s) {
        s.threads(2, () -> {
            assert Singleton.IT.v == 3;
        });
    }
}
