package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.explore.Verdict;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;
import org.junit.jupiter.api.Test;

/** Objects of the JDK between threads: they work as outside, or the check ends with an error that names the place. */
class SharedJdkTest {
    private static void verified(ScenarioBody program) {
        for (String model : List.of("sc", "rc11")) {
            new Checker().model(model).check(program).assertVerified();
        }
    }

    // ---- what works

    @Test
    void concurrentMapUpdatesAtomically() {
        FourModels.verified(scenario -> {
            ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
            scenario.threads(2, () -> map.merge("a", 1, Integer::sum));
            scenario.finallyAssert(() -> {
                assert map.get("a") == 2;
            });
        });
    }

    @Test
    void concurrentMapComputesOnce() {
        FourModels.verified(scenario -> {
            ConcurrentHashMap<String, Object> map = new ConcurrentHashMap<>();
            Object[] seen = new Object[2];
            scenario.thread(() -> seen[0] = map.computeIfAbsent("key", key -> new Object()));
            scenario.thread(() -> seen[1] = map.computeIfAbsent("key", key -> new Object()));
            scenario.finallyAssert(() -> {
                assert seen[0] == seen[1];
            });
        });
    }

    @Test
    void checkThenActOnAConcurrentMapLosesAnUpdate() {
        FourModels.violated(scenario -> {
            ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
            scenario.threads(2, () -> {
                Integer old = map.get("a");
                map.put("a", old == null ? 1 : old + 1);
            });
            scenario.finallyAssert(() -> {
                assert map.get("a") == 2;
            });
        }, "ConcurrentHashMap#1");
    }

    @Test
    void futuresAreChainedAndCombined() {
        verified(scenario -> {
            CompletableFuture<Integer> one = new CompletableFuture<>();
            CompletableFuture<Integer> two = new CompletableFuture<>();
            CompletableFuture<Integer> sum = one.thenCombine(two.thenApply(value -> value * 10), Integer::sum);
            scenario.thread(() -> one.complete(1));
            scenario.thread(() -> two.complete(2));
            scenario.finallyAssert(() -> {
                assert sum.join() == 21;
            });
        });
    }

    @Test
    void failureOfAFutureArrivesWithItsCause() {
        verified(scenario -> {
            CompletableFuture<String> future = new CompletableFuture<>();
            String[] seen = {""};
            scenario.thread(() -> future.completeExceptionally(new IllegalArgumentException("bad")));
            scenario.thread(() -> {
                try {
                    future.thenApply(value -> value + "!").join();
                } catch (CompletionException e) {
                    seen[0] = e.getCause().getMessage();
                }
            });
            scenario.finallyAssert(() -> {
                assert seen[0].equals("bad");
            });
        });
    }

    @Test
    void futureIsAwaitedForSomeTime() {
        CheckResult result = new Checker().check(scenario -> {
            CompletableFuture<Integer> future = new CompletableFuture<>();
            int[] seen = {0};
            scenario.thread(() -> future.complete(1));
            scenario.thread(() -> {
                try {
                    seen[0] = future.get(1, TimeUnit.SECONDS);
                } catch (TimeoutException e) {
                    seen[0] = 2;
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            scenario.outcome(() -> seen[0]);
        }).assertVerified();
        assertThat(result.outcomes().keySet()).containsExactly("1", "2");
    }

    @Test
    void futureTaskRunsOnce() {
        FourModels.verified(scenario -> {
            FutureTask<Integer> task = new FutureTask<>(() -> 5);
            int[] seen = {0};
            scenario.thread(task);
            scenario.thread(() -> {
                try {
                    seen[0] = task.get();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            scenario.finallyAssert(() -> {
                assert seen[0] == 5;
            });
        });
    }

    @Test
    void stampedReferenceKnowsThatAValueCameBack() {
        FourModels.outcomes(scenario -> {
            AtomicStampedReference<String> reference = new AtomicStampedReference<>("x", 0);
            boolean[] replaced = {false};
            scenario.thread(() -> {
                reference.compareAndSet("x", "y", 0, 1);
                reference.compareAndSet("y", "x", 1, 2);
            });
            scenario.thread(() -> {
                int[] stamp = new int[1];
                String seen = reference.get(stamp);
                replaced[0] = reference.compareAndSet(seen, "z", stamp[0], stamp[0] + 1);
            });
            scenario.outcome(() -> replaced[0] + " " + reference.getReference() + reference.getStamp());
        }, "false x2", "true z1", "true z2", "true z3");
    }

    @Test
    void addersAndAccumulatorsLoseNothing() {
        FourModels.verified(scenario -> {
            LongAdder sum = new LongAdder();
            LongAccumulator greatest = new LongAccumulator(Math::max, 0);
            scenario.thread(() -> {
                sum.increment();
                greatest.accumulate(3);
            });
            scenario.thread(() -> sum.add(2));
            scenario.finallyAssert(() -> {
                assert sum.sum() == 3 && greatest.get() == 3;
            });
        });
    }

    @Test
    void locksConditionsAndSemaphores() {
        new Checker().model("sc").check(scenario -> {
            ReentrantLock lock = new ReentrantLock();
            Condition changed = lock.newCondition();
            boolean[] ready = {false};
            scenario.thread(() -> {
                lock.lock();
                try {
                    while (!ready[0]) {
                        changed.awaitUninterruptibly();
                    }
                } finally {
                    lock.unlock();
                }
            });
            scenario.thread(() -> {
                lock.lock();
                try {
                    ready[0] = true;
                    changed.signal();
                } finally {
                    lock.unlock();
                }
            });
        }).assertVerified();
        verified(scenario -> {
            Semaphore semaphore = new Semaphore(1);
            int[] count = {0};
            scenario.threads(2, () -> {
                semaphore.acquireUninterruptibly();
                count[0]++;
                semaphore.release();
            });
            scenario.finallyAssert(() -> {
                assert count[0] == 2;
            });
        });
    }

    @Test
    void writeLockOfAStampedLockExcludes() {
        verified(scenario -> {
            StampedLock lock = new StampedLock();
            int[] pair = {0, 0};
            scenario.thread(() -> {
                long stamp = lock.writeLock();
                pair[0] = 1;
                pair[1] = 1;
                lock.unlockWrite(stamp);
            });
            scenario.thread(() -> {
                long stamp = lock.readLock();
                assert pair[0] == pair[1];
                lock.unlockRead(stamp);
            });
        });
    }

    @Test
    void optimisticReadOfAStampedLockIsValidated() {
        verified(scenario -> {
            StampedLock lock = new StampedLock();
            int[] pair = {0, 0};
            scenario.thread(() -> {
                long stamp = lock.writeLock();
                pair[0] = 1;
                pair[1] = 1;
                lock.unlockWrite(stamp);
            });
            scenario.thread(() -> {
                long stamp = lock.tryOptimisticRead();
                int left = pair[0];
                int right = pair[1];
                assert !lock.validate(stamp) || left == right;
            });
        });
    }

    @Test
    void latchOrdersAndBarrierMeets() {
        verified(scenario -> {
            CountDownLatch latch = new CountDownLatch(1);
            int[] data = {0};
            scenario.thread(() -> {
                data[0] = 1;
                latch.countDown();
            });
            scenario.thread(() -> {
                try {
                    latch.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                assert data[0] == 1;
            });
        });
        new Checker().model("sc").check(scenario -> {
            CyclicBarrier barrier = new CyclicBarrier(2);
            int[] seen = {0, 0};
            for (int i = 0; i < 2; i++) {
                int own = i;
                scenario.thread(() -> {
                    seen[own] = 1;
                    try {
                        barrier.await();
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                    assert seen[1 - own] == 1;
                });
            }
        }).assertVerified();
    }

    @Test
    void queuesAndListsOfThePackage() {
        FourModels.outcomes(scenario -> {
            ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
            CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();
            scenario.thread(() -> {
                queue.add(1);
                list.add(1);
            });
            scenario.thread(() -> {
                Integer polled = queue.poll();
                list.add(polled == null ? 0 : polled + 1);
            });
            scenario.outcome(() -> list.stream().sorted().toList() + "" + queue.size());
        }, "[0, 1]1", "[1, 2]0");
    }

    @Test
    void threadLocalsAreOfOneThread() {
        FourModels.verified(scenario -> {
            ThreadLocal<int[]> local = ThreadLocal.withInitial(() -> new int[1]);
            int[] sum = {0};
            scenario.threads(2, () -> {
                local.get()[0]++;
                local.get()[0]++;
                synchronized (sum) {
                    sum[0] += local.get()[0];
                }
            });
            scenario.finallyAssert(() -> {
                assert sum[0] == 4;
            });
        });
    }

    // ---- what is refused, with its place

    @Test
    void viewOfAnArrayBetweenThreadsIsSeen() {
        FourModels.verified(scenario -> {
            List<Integer> list = Arrays.asList(1, 2);
            scenario.threads(2, () -> list.set(0, 3));
            scenario.finallyAssert(() -> {
                assert list.get(0) == 3;
            });
        });
    }

    static final class Checked extends java.util.zip.CRC32 {}

    @Test
    void classOfOnesOwnIsRefusedIfItExtendsOneOutOfSight() {
        FourModels.refused(scenario -> {
            Checked sum = new Checked();
            scenario.threads(2, () -> sum.update(1));
        }, "SharedJdkTest.java", "Checked, which is a java.util.zip.CRC32");
    }

    private static final java.util.StringTokenizer LOG = new java.util.StringTokenizer("a b");

    @Test
    void mutableObjectsInStaticFieldsAreRefused() {
        FourModels.refused(scenario -> scenario.threads(2, () -> LOG.nextToken()), "SharedJdkTest.java", "LOG",
                "java.util.StringTokenizer");
    }

    @Test
    void otherMutableObjectsAreRefused() {
        FourModels.refused(scenario -> {
            java.util.regex.Matcher matcher = java.util.regex.Pattern.compile("a").matcher("aa");
            scenario.threads(2, () -> matcher.find());
        }, "SharedJdkTest.java", "Matcher.find");
        FourModels.refused(scenario -> {
            Iterator<Integer> numbers = List.of(1, 2).iterator();
            scenario.threads(2, () -> numbers.next());
        }, "SharedJdkTest.java", "Iterator.next");
    }

    @Test
    void exceptionThatOthersKnowMayNotBeChanged() {
        FourModels.refused(scenario -> {
            Exception shared = new IllegalStateException("shared");
            scenario.thread(() -> shared.addSuppressed(new Error()));
        }, "SharedJdkTest.java", "Throwable.addSuppressed", "IllegalStateException");
    }

    /** Its handle is made while the class is being initialized, when the JDK wraps it. */
    static final class Counted {
        static long total;
        static final VarHandle TOTAL;
        static {
            try {
                TOTAL = MethodHandles.lookup().findStaticVarHandle(Counted.class, "total", long.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        static void count() {
            TOTAL.getAndAdd(1L);
        }
    }

    @Test
    void handleOfAStaticFieldOfItsOwnClass() {
        FourModels.outcomes(scenario -> {
            scenario.threads(2, Counted::count);
            scenario.outcome(() -> Counted.total);
        }, "2");
    }

    static final class Cell {
        int number;
        double real;
        static final VarHandle NUMBER;
        static final VarHandle REAL;
        static {
            try {
                NUMBER = MethodHandles.lookup().findVarHandle(Cell.class, "number", int.class);
                REAL = MethodHandles.lookup().findVarHandle(Cell.class, "real", double.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    @Test
    void accessPastTheCheckerIsRefused() {
        FourModels.refused(scenario -> {
            Cell cell = new Cell();
            scenario.thread(() -> {
                try {
                    MethodHandles.varHandleInvoker(VarHandle.AccessMode.SET_VOLATILE,
                            MethodType.methodType(void.class, Cell.class, int.class)).invoke(Cell.NUMBER, cell, 1);
                } catch (Throwable e) {
                    throw new AssertionError(e);
                }
            });
        }, "SharedJdkTest.java", "MethodHandles.varHandleInvoker");
        FourModels.refused(scenario -> {
            int[] array = {0};
            scenario.thread(() -> Array.setInt(array, 0, 1));
        }, "SharedJdkTest.java", "Array.setInt");
        FourModels.refused(scenario -> {
            int[] count = {0};
            scenario.thread(() -> Arrays.parallelSetAll(new int[2], i -> count[0]++));
        }, "SharedJdkTest.java", "Arrays.parallelSetAll");
    }

    @Test
    void setUpMayNotStartAThread() {
        FourModels.refused(scenario -> new Thread(() -> {}).start(), "SharedJdkTest.java", "Thread.start");
    }

    @Test
    void verdictIsNeverGivenForALoopWithoutEnd() {
        CheckResult result = new Checker().check(scenario -> {
            int[] count = {0};
            scenario.thread(() -> {
                while (true) {
                    count[0]++;
                }
            });
        });
        assertThat(result.verdict()).isEqualTo(Verdict.NOT_EXHAUSTED);
        assertThat(result.toString()).contains("SharedJdkTest.java");
    }
}
