package dev.baton.check.explore;

import static dev.baton.check.event.AccessMode.ACQUIRE;
import static dev.baton.check.event.AccessMode.ACQ_REL;
import static dev.baton.check.event.AccessMode.OPAQUE;
import static dev.baton.check.event.AccessMode.PLAIN;
import static dev.baton.check.event.AccessMode.RELEASE;
import static dev.baton.check.event.AccessMode.VOLATILE;

import dev.baton.check.explore.DirectProgram.Actor;
import dev.baton.check.explore.DirectProgram.Body;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;

/** Families of programs whose numbers of complete executions are known. */
final class Anchors {
    private static final int X = 0;
    private static final int Y = 1;
    private static final int DATA = 40;

    private Anchors() {}

    static DirectProgram named(String name, int n) {
        return switch (name) {
            case "ainc" -> same(n, self -> self.add(X, OPAQUE, 1));
            case "casrot" -> each(n, i -> self -> self.cas(X, OPAQUE, i - 1, i));
            case "cas" -> each(n, i -> self -> self.cas(X, OPAQUE, 0, i));
            case "inc" -> each(n, i -> self -> self.write(X, RELEASE, self.read(X, OPAQUE) + (1L << i)));
            case "rw" -> each(n, i -> self -> {
                self.read(X, OPAQUE);
                self.write(X, RELEASE, i);
            });
            case "readers" -> each(n + 1, i -> i == 1
                    ? self -> self.write(X, RELEASE, 42)
                    : self -> self.read(X, ACQUIRE));
            case "lastzero" -> lastZero(n);
            case "fib" -> fib(n);
            case "big0" -> big0();
            case "lockinc" ->
                locks(n, self -> self.assume(self.cas(Y, ACQUIRE, 0, 1)), self -> self.write(Y, RELEASE, 0));
            case "tas_cas" ->
                locks(n, self -> self.assume(self.cas(Y, ACQUIRE, 0, 1)), self -> self.write(Y, RELEASE, 0));
            case "ttas_xchg" -> locks(n, self -> {
                self.assume(self.read(Y, OPAQUE) == 0);
                self.assume(self.exchange(Y, ACQUIRE, 1) == 0);
            }, self -> self.write(Y, RELEASE, 0));
            case "ttas_cas" -> locks(n, self -> {
                self.assume(self.read(Y, OPAQUE) == 0);
                self.assume(self.cas(Y, ACQUIRE, 0, 1));
            }, self -> self.write(Y, RELEASE, 0));
            case "ticket" -> locks(n, self -> {
                long ticket = self.add(Y, OPAQUE, 1);
                self.await(X, ACQUIRE, owner -> owner == ticket);
            }, self -> self.write(X, RELEASE, self.read(X, OPAQUE) + 1));
            case "mcs" -> mcs(n);
            case "clh" -> clh(n);
            case "anderson" -> anderson(n);
            case "seqlock" -> seqlock(1, n);
            case "seqlock2" -> seqlock(2, n);
            case "treiber_push" -> same(n, self -> push(self, ACQUIRE, RELEASE));
            case "treiber_pp" -> same(n, self -> {
                push(self, ACQUIRE, ACQ_REL);
                pop(self);
            });
            case "barrier" -> same(n, self -> {
                self.add(X, ACQ_REL, 1);
                self.await(X, ACQUIRE, count -> count == n);
            });
            case "peterson_sc" -> peterson();
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static DirectProgram each(int n, IntFunction<Body> body) {
        List<Body> bodies = new ArrayList<>();
        for (int i = 1; i <= n; i++) {
            bodies.add(body.apply(i));
        }
        return DirectProgram.of(bodies, self -> {});
    }

    private static DirectProgram same(int n, Body body) {
        return DirectProgram.of(Collections.nCopies(n, body), self -> {});
    }

    private static DirectProgram lastZero(int n) {
        return each(n + 1, i -> i == 1 ? self -> {
            for (int j = n; self.read(j, ACQUIRE) != 0;) {
                j--;
            }
        } : self -> self.write(i - 1, RELEASE, self.read(i - 2, ACQUIRE) + 1));
    }

    private static DirectProgram fib(int n) {
        return DirectProgram.of(self -> fibSteps(self, n, X), self -> fibSteps(self, n, Y), self -> {
            if (self.read(X, ACQUIRE) + 1 <= 144) {
                self.read(Y, ACQUIRE);
            }
        });
    }

    private static void fibSteps(Actor self, int n, int target) {
        for (int i = 0; i < n; i++) {
            // Both variables start at 1 in the original; they hold one less here.
            long x = self.read(X, ACQUIRE) + 1;
            long y = self.read(Y, ACQUIRE) + 1;
            self.write(target, RELEASE, x + y - 1);
        }
    }

    private static DirectProgram big0() {
        return DirectProgram.of(self -> {
            for (int location : new int[]{0, 1, 2, 3, 0, 1, 2}) {
                self.read(location, ACQUIRE);
            }
        }, self -> {
            for (int location : new int[]{0, 1, 2}) {
                self.read(location, ACQUIRE);
            }
        }, self -> writePairs(self, 0), self -> writePairs(self, 2));
    }

    private static void writePairs(Actor self, int first) {
        for (int value = 1; value <= 3; value++) {
            self.write(first, RELEASE, value);
            self.write(first + 1, RELEASE, value);
        }
    }

    static DirectProgram locks(int n, Body lock, Body unlock) {
        Body body = self -> {
            lock.run(self);
            self.write(DATA, PLAIN, self.read(DATA, PLAIN) + 1);
            unlock.run(self);
        };
        return DirectProgram.of(Collections.nCopies(n, body),
                self -> self.check(self.read(DATA, PLAIN) == n, "lost increment"));
    }

    private static DirectProgram mcs(int n) {
        int tail = X;
        Body body = self -> {
            int me = self.number();
            int next = 2 * me;
            int locked = 2 * me + 1;
            self.write(next, OPAQUE, 0);
            self.write(locked, OPAQUE, 1);
            int previous = (int) self.exchange(tail, ACQ_REL, me);
            if (previous != 0) {
                self.write(2 * previous, RELEASE, me);
                self.await(locked, ACQUIRE, value -> value == 0);
            }
            self.write(DATA, PLAIN, self.read(DATA, PLAIN) + 1);
            long follower = self.read(next, ACQUIRE);
            if (follower == 0) {
                if (self.cas(tail, RELEASE, me, 0)) {
                    return;
                }
                follower = self.await(next, ACQUIRE, value -> value != 0);
            }
            self.write((int) (2 * follower + 1), RELEASE, 0);
        };
        return DirectProgram.of(Collections.nCopies(n, body),
                self -> self.check(self.read(DATA, PLAIN) == n, "lost increment"));
    }

    private static DirectProgram clh(int n) {
        return locks(n, self -> {
            self.write(self.number() + 1, OPAQUE, 1);
            int previous = (int) self.exchange(X, ACQ_REL, self.number() + 1);
            if (previous == 0) {
                previous = 1;
            }
            self.await(previous, ACQUIRE, value -> value == 0);
        }, self -> self.write(self.number() + 1, RELEASE, 0));
    }

    private static DirectProgram anderson(int n) {
        List<Body> bodies = Collections.nCopies(n, self -> {
            int slot = (int) self.add(X, OPAQUE, 1);
            if (slot > 0) {
                self.await(slot + 1, ACQUIRE, value -> value == 1);
            } else {
                self.read(slot + 1, ACQUIRE);
            }
            self.write(DATA, PLAIN, self.read(DATA, PLAIN) + 1);
            self.write(slot + 2, RELEASE, 1);
        });
        return DirectProgram.of(bodies, self -> self.check(self.read(DATA, PLAIN) == n, "lost increment"));
    }

    private static DirectProgram seqlock(int writes, int readers) {
        int a = 2;
        int b = 3;
        return each(readers + 1, i -> i == 1 ? self -> {
            for (int k = 1; k <= writes; k++) {
                long sequence = self.read(X, OPAQUE);
                self.write(X, OPAQUE, sequence + 1);
                self.fence(RELEASE);
                self.write(a, OPAQUE, k);
                self.write(b, OPAQUE, k);
                self.write(X, RELEASE, sequence + 2);
            }
        } : self -> {
            long before = self.read(X, ACQUIRE);
            self.assume(before % 2 == 0);
            long first = self.read(a, OPAQUE);
            long second = self.read(b, OPAQUE);
            self.fence(ACQUIRE);
            self.assume(self.read(X, OPAQUE) == before);
            self.check(first == second, "torn read");
        });
    }

    private static void push(Actor self, dev.baton.check.event.AccessMode load,
            dev.baton.check.event.AccessMode swap) {
        int me = self.number();
        while (true) {
            long top = self.read(X, load);
            self.write(me + 1, OPAQUE, top);
            if (self.cas(X, swap, top, me)) {
                return;
            }
        }
    }

    private static void pop(Actor self) {
        while (true) {
            long top = self.read(X, ACQUIRE);
            if (top == 0) {
                return;
            }
            long next = self.read((int) top + 1, OPAQUE);
            if (self.cas(X, ACQ_REL, top, next)) {
                return;
            }
        }
    }

    private static DirectProgram peterson() {
        return each(2, i -> self -> {
            int mine = i;
            int other = 3 - i;
            self.write(mine, VOLATILE, 1);
            self.write(X, VOLATILE, other);
            int first = self.position();
            if (self.read(other, VOLATILE) == 1 && self.read(X, VOLATILE) == other) {
                self.block(dev.baton.check.event.BlockReason.AWAIT, first);
            }
            self.write(DATA, PLAIN, self.read(DATA, PLAIN) + 1);
            self.write(mine, VOLATILE, 0);
        });
    }
}
