import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;

class Pools {
    @ModelCheck
    void fixedPoolInvokeAll() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int sum = 0;
        List<Callable<Integer>> tasks = List.of(() -> 1, () -> 2);
        for (Future<Integer> f : pool.invokeAll(tasks)) { sum += f.get(); }
        assert sum == 3;
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
    }

    @ModelCheck
    void invokeAny() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Callable<Integer>> tasks = List.of(() -> 1, () -> 2);
        int first = pool.invokeAny(tasks);
        assert first == 1 || first == 2;
        pool.shutdownNow();
    }

    @ModelCheck
    void cachedPool() throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        Future<String> f = pool.submit(() -> "x");
        assert f.get().equals("x");
        pool.shutdown();
    }

    @ModelCheck
    void singleThreadPoolKeepsOrder() throws Exception {
        List<Integer> seen = new ArrayList<>();
        try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
            pool.execute(() -> seen.add(1));
            pool.execute(() -> seen.add(2));
        }
        assert seen.equals(List.of(1, 2));
    }

    @ModelCheck
    void scheduledPool() throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        ScheduledFuture<Integer> f = pool.schedule(() -> 3, 10, TimeUnit.MILLISECONDS);
        assert f.get() == 3;
        pool.shutdown();
    }

    @ModelCheck
    void scheduledAtFixedRate() throws Exception {
        ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();
        CountDownLatch twice = new CountDownLatch(2);
        pool.scheduleAtFixedRate(twice::countDown, 0, 1, TimeUnit.SECONDS);
        twice.await();
        pool.shutdownNow();
    }

    @ModelCheck
    void virtualThreadsPerTask() throws Exception {
        AtomicInteger n = new AtomicInteger();
        try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
            pool.submit(n::incrementAndGet);
            pool.submit(n::incrementAndGet);
        }
        assert n.get() == 2;
    }

    @ModelCheck
    void poolOfOneWaitsForItself() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        assert pool.submit(() -> pool.submit(() -> 7).get()).get() == 7;
        pool.shutdown();
    }

    @ModelCheck(expectViolation = true)
    void poolOfOneDeadlocks() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        assert pool.submit(() -> pool.submit(() -> 7).get()).get() == 7;
    }

    @ModelCheck
    void completionService() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletionService<Integer> cs = new ExecutorCompletionService<>(pool);
        cs.submit(() -> 1);
        cs.submit(() -> 2);
        assert cs.take().get() + cs.take().get() == 3;
        pool.shutdown();
    }

    @ModelCheck
    void rejected(Scenario s) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        s.thread("ends", () -> pool.shutdown());
        s.thread("asks", () -> {
            try {
                pool.execute(() -> {});
            } catch (RejectedExecutionException late) {
                assert pool.isShutdown();
            }
        });
    }

    @ModelCheck
    void thenCombine() throws Exception {
        var a = CompletableFuture.supplyAsync(() -> 1);
        var b = CompletableFuture.completedFuture(2);
        assert a.thenCombine(b, Integer::sum).get() == 3;
    }

    @ModelCheck
    void allOf() {
        var a = CompletableFuture.supplyAsync(() -> 1);
        var b = CompletableFuture.completedFuture(2);
        CompletableFuture.allOf(a, b).join();
        assert a.join() + b.join() == 3;
    }

    @ModelCheck
    void anyOf() {
        var a = CompletableFuture.supplyAsync(() -> 1);
        var b = CompletableFuture.supplyAsync(() -> 2);
        Object first = CompletableFuture.anyOf(a, b).join();
        assert first.equals(1) || first.equals(2);
    }

    @ModelCheck
    void exceptionally() {
        int v = CompletableFuture.<Integer>supplyAsync(() -> { throw new IllegalStateException("no"); })
                .exceptionally(e -> e.getCause() instanceof IllegalStateException ? -1 : 0).join();
        assert v == -1;
    }

    @ModelCheck
    void orTimeout() {
        CompletableFuture<Integer> never = new CompletableFuture<>();
        try {
            never.orTimeout(1, TimeUnit.SECONDS).join();
            assert false;
        } catch (CompletionException e) {
            assert e.getCause() instanceof TimeoutException;
        }
    }

    @ModelCheck
    void completeOnTimeout() {
        assert new CompletableFuture<Integer>().completeOnTimeout(4, 1, TimeUnit.SECONDS).join() == 4;
    }

    @ModelCheck
    void chainOfStages() {
        String text = CompletableFuture.supplyAsync(() -> 20).thenApply(x -> x + 1).thenCompose(x ->
                CompletableFuture.completedFuture("v" + x)).whenComplete((v, e) -> { assert e == null; }).join();
        assert text.equals("v21");
    }

    @ModelCheck
    void parallelSum() {
        int sum = IntStream.rangeClosed(1, 4).parallel().sum();
        assert sum == 10;
    }

    @ModelCheck
    void parallelStreamOfList() {
        List<Integer> out = List.of(1, 2, 3).parallelStream().map(x -> x * 2).collect(Collectors.toList());
        assert out.equals(List.of(2, 4, 6));
    }

    @ModelCheck(expectViolation = true)
    void parallelStreamIntoArrayList() {
        List<Integer> out = new ArrayList<>();
        List.of(1, 2).parallelStream().forEach(out::add);
        assert out.size() == 2;
    }

    static class Sum extends RecursiveTask<Integer> {
        final int[] a; final int from, to;
        Sum(int[] a, int from, int to) { this.a = a; this.from = from; this.to = to; }
        protected Integer compute() {
            if (to - from == 1) { return a[from]; }
            int mid = (from + to) / 2;
            Sum left = new Sum(a, from, mid), right = new Sum(a, mid, to);
            left.fork();
            return right.compute() + left.join();
        }
    }

    @ModelCheck
    void recursiveTask() {
        assert new ForkJoinPool(2).invoke(new Sum(new int[]{1, 2}, 0, 2)) == 3;
    }

    @ModelCheck
    void commonPoolTask() {
        assert ForkJoinPool.commonPool().invoke(new Sum(new int[]{1, 2}, 0, 2)) == 3;
    }

    @ModelCheck
    void timer() throws Exception {
        Timer timer = new Timer();
        CountDownLatch done = new CountDownLatch(1);
        timer.schedule(new TimerTask() { public void run() { done.countDown(); } }, 100);
        done.await();
        timer.cancel();
    }

    static final ScopedValue<String> USER = ScopedValue.newInstance();
    @ModelCheck
    void scopedValue(Scenario s) {
        s.thread("a", () -> ScopedValue.where(USER, "ann").run(() -> { assert USER.get().equals("ann"); }));
        s.thread("b", () -> { assert !USER.isBound(); });
    }

    @ModelCheck
    void futureCancel() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<?> f = pool.submit(() -> { Thread.sleep(1000); return null; });
        f.cancel(true);
        assert f.isCancelled() || f.isDone();
        pool.shutdown();
    }

    @ModelCheck
    void awaitTermination() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        int[] n = new int[1];
        pool.execute(() -> n[0]++);
        pool.shutdown();
        if (pool.awaitTermination(5, TimeUnit.SECONDS)) { assert n[0] == 1; }
    }
}
