package dev.baton.check.explore;

import dev.baton.check.api.Scenario;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * The causality test cases of Java's memory model, and programs by which Ševčík and Aspinall (ECOOP 2008) showed what the
 * specification forbids a compiler or lets it do. Each is a program in bytecode and an outcome in question.
 */
final class CausalityCases {
    private CausalityCases() {}

    /** What the threads share, and what each read returned. */
    static final class Memory {
        int x;
        int y;
        int z;
        int w;
        int a;
        int b;
        volatile int flag;
        volatile int flag2;
        int r1;
        int r2;
        int r3;
        int r4;
        final Object lock = new Object();
        final Object lock2 = new Object();
    }

    /** The code of a thread. */
    @FunctionalInterface
    interface Code {
        void run(Memory m) throws InterruptedException;
    }

    /**
     * A case.
     *
     * @param allowed  whether the specification allows the outcome
     * @param outcome  the outcome in question
     * @param threads  the program
     */
    record Case(boolean allowed, Predicate<Memory> outcome, List<Code> threads) {}

    static void define(Scenario scenario, String name) {
        Case test = Objects.requireNonNull(all().get(name));
        Memory memory = new Memory();
        for (Code code : test.threads()) {
            scenario.thread(() -> code.run(memory));
        }
        scenario.outcome(() -> test.outcome().test(memory) ? "yes" : "no");
    }

    private static Case allowed(Predicate<Memory> outcome, Code... threads) {
        return new Case(true, outcome, List.of(threads));
    }

    private static Case forbidden(Predicate<Memory> outcome, Code... threads) {
        return new Case(false, outcome, List.of(threads));
    }

    static Map<String, Case> all() {
        Map<String, Case> cases = new LinkedHashMap<>();
        addOneToSix(cases);
        addSevenToThirteen(cases);
        addFourteenToTwenty(cases);
        addTransformations(cases);
        return cases;
    }

    private static void yToX(Memory m) {
        int r = m.y;
        m.x = r;
        m.r2 = r;
    }

    private static void xToY(Memory m) {
        int r = m.x;
        m.y = r;
        m.r1 = r;
    }

    private static boolean bothOne(Memory m) {
        return m.r1 == 1 && m.r2 == 1;
    }

    private static void oneIfSame(Memory m) {
        int first = m.x;
        int second = m.x;
        if (first == second) {
            m.y = 1;
        }
        m.r1 = first;
        m.r3 = second;
    }

    private static void addOneToSix(Map<String, Case> cases) {
        cases.put("1", allowed(CausalityCases::bothOne, m -> {
            int r = m.x;
            if (r >= 0) {
                m.y = 1;
            }
            m.r1 = r;
        }, CausalityCases::yToX));
        cases.put("2", allowed(m -> bothOne(m) && m.r3 == 1, CausalityCases::oneIfSame, CausalityCases::yToX));
        cases.put("3", allowed(m -> bothOne(m) && m.r3 == 1, CausalityCases::oneIfSame, CausalityCases::yToX,
                m -> m.x = 2));
        cases.put("4", forbidden(CausalityCases::bothOne, CausalityCases::xToY, CausalityCases::yToX));
        cases.put("5", forbidden(m -> bothOne(m) && m.r3 == 0, CausalityCases::xToY, CausalityCases::yToX,
                m -> m.z = 1, m -> {
                    int r = m.z;
                    m.x = r;
                    m.r3 = r;
                }));
        cases.put("6", allowed(CausalityCases::bothOne, CausalityCases::ifOne, m -> {
            int r = m.y;
            if (r == 1) {
                m.x = 1;
            }
            if (r == 0) {
                m.x = 1;
            }
            m.r2 = r;
        }));
    }

    private static void ifOne(Memory m) {
        int r = m.x;
        if (r == 1) {
            m.y = 1;
        }
        m.r1 = r;
    }

    private static void ifOneBack(Memory m) {
        int r = m.y;
        if (r == 1) {
            m.x = 1;
        }
        m.r2 = r;
    }

    private static void oneOfNoughtAndOne(Memory m) {
        int r = m.x;
        m.y = 1 + r * r - r;
        m.r1 = r;
    }

    private static void addSevenToThirteen(Map<String, Case> cases) {
        cases.put("7", allowed(m -> bothOne(m) && m.r3 == 1, m -> {
            m.r3 = m.z;
            xToY(m);
        }, m -> {
            int r = m.y;
            m.z = r;
            m.x = 1;
            m.r2 = r;
        }));
        cases.put("8", allowed(CausalityCases::bothOne, CausalityCases::oneOfNoughtAndOne, CausalityCases::yToX));
        cases.put("9", allowed(CausalityCases::bothOne, CausalityCases::oneOfNoughtAndOne, CausalityCases::yToX,
                m -> m.x = 2));
        cases.put("10", forbidden(m -> bothOne(m) && m.r3 == 0, CausalityCases::ifOne, CausalityCases::ifOneBack,
                m -> m.z = 1, m -> {
                    int r = m.z;
                    if (r == 1) {
                        m.x = 1;
                    }
                    m.r3 = r;
                }));
        cases.put("11", allowed(m -> bothOne(m) && m.r3 == 1 && m.r4 == 1, m -> {
            int r = m.z;
            m.w = r;
            xToY(m);
            m.r3 = r;
        }, m -> {
            m.r4 = m.w;
            int r = m.y;
            m.z = r;
            m.x = 1;
            m.r2 = r;
        }));
        cases.put("12", forbidden(m -> bothOne(m) && m.r3 == 1, m -> {
            int[] local = {1, 2};
            int index = m.x;
            local[index] = 0;
            int r = local[0];
            m.y = r;
            m.r1 = index;
            m.r3 = r;
        }, CausalityCases::yToX));
        cases.put("13", forbidden(CausalityCases::bothOne, CausalityCases::ifOne, CausalityCases::ifOneBack));
    }

    private static void untilEither(Memory m) {
        int one;
        int other;
        do {
            one = m.flag;
            other = m.b;
        } while (one + other == 0);
        m.a = 1;
        m.r2 = one;
        m.r3 = other;
    }

    private static void tellWhatItSaw(Memory m, int seen) {
        if (seen == 0) {
            m.flag = 1;
        } else {
            m.b = 1;
        }
        m.r1 = seen;
    }

    private static void addFourteenToTwenty(Map<String, Case> cases) {
        cases.put("14", forbidden(m -> m.r1 == 1 && m.r2 == 0 && m.r3 == 1, m -> tellWhatItSaw(m, m.a),
                CausalityCases::untilEither));
        cases.put("15", forbidden(m -> m.r1 == 1 && m.r2 == 0 && m.r3 == 1,
                m -> tellWhatItSaw(m, m.flag2 == 1 ? m.a : 0), CausalityCases::untilEither, m -> m.flag2 = 1));
        cases.put("16", allowed(m -> m.r1 == 2 && m.r2 == 1, m -> {
            m.r1 = m.x;
            m.x = 1;
        }, m -> {
            m.r2 = m.x;
            m.x = 2;
        }));
        Predicate<Memory> all42 = m -> m.r1 == 42 && m.r2 == 42 && m.r3 == 42;
        cases.put("17", allowed(all42, m -> {
            writeUnless42(m);
            xToY(m);
        }, CausalityCases::yToX));
        cases.put("18", allowed(all42, m -> {
            writeIfNought(m);
            xToY(m);
        }, CausalityCases::yToX));
        cases.put("19", allowed(all42, m -> afterAnother(m, () -> writeUnless42(m)), CausalityCases::yToX));
        cases.put("20", allowed(all42, m -> afterAnother(m, () -> writeIfNought(m)), CausalityCases::yToX));
    }

    private static void writeUnless42(Memory m) {
        int r = m.x;
        if (r != 42) {
            m.x = 42;
        }
        m.r3 = r;
    }

    private static void writeIfNought(Memory m) {
        int r = m.x;
        if (r == 0) {
            m.x = 42;
        }
        m.r3 = r;
    }

    private static void afterAnother(Memory m, Runnable body) throws InterruptedException {
        Thread third = new Thread(body);
        third.start();
        third.join();
        xToY(m);
    }

    private static void addTransformations(Map<String, Case> cases) {
        cases.put("a read that was made before", forbidden(CausalityCases::bothOne, CausalityCases::xToY, m -> {
            int r = m.y;
            if (r == 1) {
                m.x = m.y;
            } else {
                m.x = 1;
            }
            m.r2 = r;
        }));
        cases.put("a write of what was read", forbidden(m -> m.r1 != m.r2, m -> {
            synchronized (m.lock) {
                m.x = 2;
            }
        }, m -> {
            synchronized (m.lock2) {
                m.x = 1;
            }
        }, m -> {
            synchronized (m.lock) {
                synchronized (m.lock2) {
                    int r = m.x;
                    m.x = r;
                    m.r1 = r;
                    m.r2 = m.x;
                }
            }
        }));
        cases.put("a read before a lock", forbidden(CausalityCases::allOne, m -> locked(m, 2), m -> locked(m, 1), m -> {
            int r = m.x;
            synchronized (m.lock) {
                m.r2 = twoOrZ(m, r);
            }
            m.r1 = r;
        }, CausalityCases::yToZ));
        cases.put("the same, the read in the lock", allowed(CausalityCases::allOne, m -> locked(m, 2),
                m -> locked(m, 1), m -> {
                    synchronized (m.lock) {
                        int r = m.x;
                        m.r2 = twoOrZ(m, r);
                        m.r1 = r;
                    }
                }, CausalityCases::yToZ));
        Code readsBack = m -> {
            m.x = 1;
            int r = m.y;
            m.z = r;
            m.r2 = r;
        };
        cases.put("a read of no use that is not there", forbidden(CausalityCases::bothOne, m -> {
            int r = m.z;
            if (r == 0) {
                oneIfX(m);
            } else {
                m.y = r;
            }
            m.r1 = r;
        }, readsBack));
        cases.put("the same, with the read", allowed(CausalityCases::bothOne, m -> {
            int r = m.z;
            if (r == 0) {
                oneIfX(m);
            } else {
                m.r3 = m.x;
                m.y = r;
            }
            m.r1 = r;
        }, readsBack));
    }

    private static boolean allOne(Memory m) {
        return bothOne(m) && m.r3 == 1;
    }

    private static void locked(Memory m, int value) {
        synchronized (m.lock) {
            m.x = value;
        }
    }

    private static int twoOrZ(Memory m, int seen) {
        int r = m.z;
        m.y = seen == 2 ? 1 : r;
        return r;
    }

    private static void yToZ(Memory m) {
        int r = m.y;
        m.z = r;
        m.r3 = r;
    }

    private static void oneIfX(Memory m) {
        if (m.x == 1) {
            m.y = 1;
        }
    }
}
