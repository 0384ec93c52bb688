package dev.baton.check.api;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Everyday exceptions and assertions: under every model they do what they do outside. */
class EverydayExceptionsTest {
    record Resource(String name, StringBuilder log) implements AutoCloseable {
        Resource {
            log.append('+').append(name);
        }

        @Override
        public void close() {
            log.append('-').append(name);
            throw new IllegalStateException("close " + name);
        }
    }

    @Test
    void resourcesAreClosedAndSuppressedExceptionsKept() {
        FourModels.outcomes(scenario -> {
            VolatileBox<String> seen = new VolatileBox<>("");
            scenario.threads(2, () -> {
                StringBuilder log = new StringBuilder();
                try (Resource a = new Resource("a", log); Resource b = new Resource("b", log)) {
                    throw new IllegalArgumentException(a.name() + b.name());
                } catch (IllegalArgumentException e) {
                    log.append(e.getMessage());
                    for (Throwable each : e.getSuppressed()) {
                        log.append(',').append(each.getMessage());
                    }
                } finally {
                    log.append('!');
                }
                seen.value = log.toString();
            });
            scenario.outcome(() -> seen.value);
        }, "+a+b-b-aab,close b,close a!");
    }

    @Test
    void exceptionOfAnotherThreadIsWhole() {
        FourModels.outcomes(scenario -> {
            VolatileBox<Exception> box = new VolatileBox<>(null);
            VolatileBox<String> seen = new VolatileBox<>("");
            scenario.thread(() -> {
                Exception thrown = new IllegalStateException("a", new Error("b"));
                thrown.addSuppressed(new IllegalArgumentException("c"));
                box.value = thrown;
            });
            scenario.thread(() -> {
                Exception read = box.value;
                seen.value = read == null
                        ? "none"
                        : read.getMessage() + read.getCause().getMessage() + read.getSuppressed()[0].getMessage();
            });
            scenario.outcome(() -> seen.value);
        }, "none", "abc");
    }

    private static String flow(int kind) {
        StringBuilder log = new StringBuilder();
        try {
            try {
                if (kind == 0) {
                    throw new IllegalStateException("i");
                }
                Object text = "s";
                if (kind == 1) {
                    log.append((Integer) text);
                }
                int[] one = {0};
                log.append(one[kind]);
            } catch (IllegalStateException e) {
                log.append('I');
                throw e;
            } finally {
                log.append('F');
            }
        } catch (ClassCastException e) {
            log.append('C');
        } catch (ArrayIndexOutOfBoundsException | IllegalStateException e) {
            log.append('A');
        }
        return log.toString();
    }

    @Test
    void exceptionsOfTheMachineAreCaught() {
        FourModels.outcomes(scenario -> {
            VolatileBox<String> seen = new VolatileBox<>("");
            scenario.threads(2, () -> seen.value = flow(0) + flow(1) + flow(2));
            scenario.outcome(() -> seen.value);
        }, "IFAFCFA");
    }

    @Test
    void monitorIsLeftByAnException() {
        FourModels.verified(scenario -> {
            int[] count = {0};
            scenario.threads(2, () -> {
                try {
                    synchronized (count) {
                        count[0]++;
                        throw new IllegalStateException();
                    }
                } catch (IllegalStateException e) {
                    assert !Thread.holdsLock(count);
                }
            });
            scenario.finallyAssert(() -> {
                assert count[0] == 2;
            });
        });
    }

    @Test
    void nullThatAnotherThreadHasNotYetReplacedIsDereferenced() {
        FourModels.violated(scenario -> {
            VolatileBox<String> box = new VolatileBox<>(null);
            scenario.thread(() -> box.value = "x");
            scenario.thread(() -> box.value.length());
        }, "NullPointerException");
    }

    @Test
    void assertionLibrariesWork() {
        FourModels.verified(scenario -> {
            VolatileBox<Integer> box = new VolatileBox<>(1);
            scenario.thread(() -> {
                org.assertj.core.api.Assertions.assertThat(box.value).isEqualTo(1);
                Assertions.assertEquals(1, box.value);
            });
        });
    }
}
