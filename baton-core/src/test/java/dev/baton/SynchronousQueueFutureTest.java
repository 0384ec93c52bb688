package dev.baton;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Asynchronous puts and takes: what they deliver, and what a completion from outside does to them. */
class SynchronousQueueFutureTest {
    private static final String OURS = "dev.baton.SynchronousQueueKind#ours";

    /** Every way in which somebody may complete a future that is not theirs to complete. */
    enum Outsider {
        CANCEL {
            @Override
            <T> void complete(CompletableFuture<T> future, T value) {
                future.cancel(true);
            }
        },
        COMPLETE {
            @Override
            <T> void complete(CompletableFuture<T> future, T value) {
                future.complete(value);
            }
        },
        COMPLETE_EXCEPTIONALLY {
            @Override
            <T> void complete(CompletableFuture<T> future, T value) {
                future.completeExceptionally(new IllegalStateException("outside"));
            }
        },
        COMPLETE_ASYNC {
            @Override
            <T> void complete(CompletableFuture<T> future, T value) {
                future.completeAsync(() -> value).handle((result, failure) -> result).join();
            }
        },
        COMPLETE_ASYNC_ON {
            @Override
            <T> void complete(CompletableFuture<T> future, T value) {
                future.completeAsync(() -> value, Runnable::run);
            }
        },
        COMPLETE_ASYNC_FAILING {
            @Override
            <T> void complete(CompletableFuture<T> future, T value) {
                future.completeAsync(() -> {
                    throw new IllegalStateException("outside");
                }, Runnable::run);
            }
        },
        OR_TIMEOUT {
            @Override
            <T> void complete(CompletableFuture<T> future, T value) {
                future.orTimeout(1, MILLISECONDS).handle((result, failure) -> result).join();
            }
        },
        COMPLETE_ON_TIMEOUT {
            @Override
            <T> void complete(CompletableFuture<T> future, T value) {
                future.completeOnTimeout(value, 1, MILLISECONDS).handle((result, failure) -> result).join();
            }
        },
        OBTRUDE_VALUE {
            @Override
            <T> void complete(CompletableFuture<T> future, T value) {
                future.obtrudeValue(value);
            }
        },
        OBTRUDE_EXCEPTION {
            @Override
            <T> void complete(CompletableFuture<T> future, T value) {
                future.obtrudeException(new IllegalStateException("outside"));
            }
        };

        abstract <T> void complete(CompletableFuture<T> future, T value);
    }

    @ParameterizedTest
    @MethodSource(OURS)
    void asynchronousRequestsMeetEachOther(SynchronousQueueKind kind) {
        SynchronousQueue<String> queue = kind.createOurs();
        CompletableFuture<String> take = queue.takeAsync();
        assertThat(take).isNotDone();
        assertThat(queue.putAsync("a")).isCompletedWithValue(null);
        assertThat(take).isCompletedWithValue("a");
        CompletableFuture<Void> put = queue.putAsync("b");
        assertThat(put).isNotDone();
        assertThat(queue.takeAsync()).isCompletedWithValue("b");
        assertThat(put).isCompletedWithValue(null);
        assertThatThrownBy(() -> queue.putAsync(nothing())).isInstanceOf(NullPointerException.class);
    }

    @ParameterizedTest
    @MethodSource("dev.baton.SynchronousQueueKind#oursWithThreads")
    void asynchronousRequestsMeetThreads(SynchronousQueueKind kind, ThreadKind threadKind) throws Exception {
        SynchronousQueue<String> queue = kind.createOurs();
        try (TestThreads threads = new TestThreads(threadKind)) {
            threads.startAndAwaitParked(() -> assertThat(queue.take()).isEqualTo("a"));
            assertThat(queue.putAsync("a")).isCompletedWithValue(null);
            threads.startAndAwaitParked(() -> queue.put("b"));
            assertThat(queue.takeAsync()).isCompletedWithValue("b");
        }
        CompletableFuture<Void> put = queue.putAsync("c");
        assertThat(queue.poll(1, DAYS)).isEqualTo("c");
        assertThat(put).isCompletedWithValue(null);
        CompletableFuture<String> take = queue.takeAsync();
        queue.put("d");
        assertThat(take).isCompletedWithValue("d");
        take = queue.takeAsync();
        assertThat(queue.offer("e")).isTrue();
        assertThat(take).isCompletedWithValue("e");
    }

    @ParameterizedTest
    @EnumSource
    void completionFromOutsideWithdrawsATake(Outsider outsider) {
        for (SynchronousQueueKind kind : SynchronousQueueKind.ours().toList()) {
            SynchronousQueue<String> queue = kind.createOurs();
            CompletableFuture<String> take = queue.takeAsync();
            outsider.complete(take, "outside");
            assertThat(take).isDone();
            assertThat(queue.offer("a")).as("nobody waits any more").isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void completionFromOutsideWithdrawsAPut(Outsider outsider) {
        for (SynchronousQueueKind kind : SynchronousQueueKind.ours().toList()) {
            SynchronousQueue<String> queue = kind.createOurs();
            CompletableFuture<Void> put = queue.putAsync("a");
            outsider.complete(put, nothing());
            assertThat(put).isDone();
            assertThat(queue.poll()).as("the element is the producer's again").isNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void completionFromOutsideComesTooLateAfterAMatch(Outsider outsider) {
        for (SynchronousQueueKind kind : SynchronousQueueKind.ours().toList()) {
            SynchronousQueue<String> queue = kind.createOurs();
            CompletableFuture<String> take = queue.takeAsync();
            List<String> seen = new ArrayList<>();
            CompletableFuture<Void> dependent = take.thenAccept(seen::add);
            assertThat(queue.offer("a")).isTrue();
            outsider.complete(take, "outside");
            dependent.join();
            assertThat(seen).containsExactly("a");
            if (outsider != Outsider.OBTRUDE_VALUE && outsider != Outsider.OBTRUDE_EXCEPTION) {
                assertThat(take).isCompletedWithValue("a");
            }
        }
    }

    @ParameterizedTest
    @MethodSource(OURS)
    void outsideCompletionsReportAsOnAnyFuture(SynchronousQueueKind kind) {
        SynchronousQueue<String> queue = kind.createOurs();
        CompletableFuture<String> take = queue.takeAsync();
        assertThat(take.cancel(false)).isTrue();
        assertThat(take.cancel(false)).as("is cancelled").isTrue();
        assertThat(take.complete("x")).isFalse();
        assertThatThrownBy(take::join).isInstanceOf(CancellationException.class);
        CompletableFuture<Void> put = queue.putAsync("a");
        assertThat(queue.poll()).isEqualTo("a");
        assertThat(put.cancel(true)).isFalse();
        assertThat(put.complete(nothing())).isFalse();
        assertThat(put.completeExceptionally(new IllegalStateException())).isFalse();
        assertThat(put.isCancelled()).isFalse();
        CompletableFuture<String> completed = queue.takeAsync();
        assertThat(completed.complete("x")).isTrue();
        assertThat(completed).isCompletedWithValue("x");
        assertThatThrownBy(() -> queue.takeAsync().completeExceptionally(nothing()))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> queue.takeAsync().completeAsync(nothing())).isInstanceOf(NullPointerException.class);
    }

    /** A completing method that a later JDK adds would bypass the request; this test would name it. */
    @Test
    void everyCompletingMethodOfTheJdkIsKnown() throws NoSuchMethodException {
        Set<String> rewritten = Set.of("complete", "completeExceptionally", "cancel", "obtrudeValue",
                "obtrudeException", "completeAsync");
        for (Method method : CompletableFuture.class.getMethods()) {
            if (rewritten.contains(method.getName()) && !Modifier.isStatic(method.getModifiers())) {
                assertThat(RequestFuture.class.getMethod(method.getName(), method.getParameterTypes())
                        .getDeclaringClass()).as(method.toString()).isEqualTo(RequestFuture.class);
            }
        }
        Set<String> suspicious = new TreeSet<>();
        Arrays.stream(CompletableFuture.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers()))
                .map(Method::getName).filter(name -> name.matches("(complet|obtrude|cancel|fail|orTimeout).*"))
                .forEach(suspicious::add);
        suspicious.removeAll(rewritten);
        assertThat(suspicious).as("these end in complete or completeExceptionally")
                .containsOnly("completeOnTimeout", "orTimeout");
    }

    @ParameterizedTest
    @MethodSource(OURS)
    void dependentsAreNotRequests(SynchronousQueueKind kind) {
        SynchronousQueue<String> queue = kind.createOurs();
        CompletableFuture<String> take = queue.takeAsync();
        CompletableFuture<Integer> length = take.thenApply(String::length);
        assertThat(length.cancel(true)).isTrue();
        assertThat(queue.offer("abc")).as("cancelling a dependent leaves the request").isTrue();
        assertThat(take).isCompletedWithValue("abc");
    }

    @ParameterizedTest
    @MethodSource(OURS)
    void chainOfAMillionCompletionsNeitherOverflowsNorStops(SynchronousQueueKind kind) {
        int length = 1_000_000;
        SynchronousQueue<Integer> queue = kind.createOurs();
        AtomicInteger handedOn = new AtomicInteger();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        CompletableFuture<Integer> last = new CompletableFuture<>();
        for (int i = 0; i < length; i++) {
            CompletableFuture<Integer> link = queue.takeAsync().whenComplete((value, thrown) -> {
                if (thrown != null) {
                    failure.set(thrown);
                } else if (handedOn.incrementAndGet() == length) {
                    last.complete(value);
                } else if (!queue.offer(value + 1)) {
                    failure.set(new AssertionError("nobody waits after " + value));
                }
            });
            assertThat(link).isNotNull();
        }
        assertThat(queue.offer(1)).isTrue();
        TestThreads.awaitTrue(() -> last.isDone() || failure.get() != null);
        assertThat(failure).hasValue(null);
        assertThat(last).isCompletedWithValue(length);
        assertThat(queue.offer(0)).isFalse();
    }

    @ParameterizedTest
    @MethodSource(OURS)
    void keptFutureDoesNotKeepTheNodesBehindIt(SynchronousQueueKind kind) throws ReflectiveOperationException {
        SynchronousQueue<String> queue = kind.createOurs();
        var node = TransferRequest.class.getDeclaredField("node");
        node.setAccessible(true);
        CompletableFuture<String> cancelled = queue.takeAsync();
        CompletableFuture<String> answered = queue.takeAsync();
        cancelled.cancel(true);
        assertThat(queue.offer("a")).isTrue();
        assertThat(node.get(((RequestFuture<String>) cancelled).request())).isNull();
        assertThat(node.get(((RequestFuture<String>) answered).request())).isNull();
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <T> T nothing() {
        return null;
    }
}
