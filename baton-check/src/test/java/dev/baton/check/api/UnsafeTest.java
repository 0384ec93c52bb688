package dev.baton.check.api;

import java.util.concurrent.CompletableFuture;
import jdk.internal.misc.Unsafe;
import org.junit.jupiter.api.Test;

/** Accesses by Unsafe are steps like any others, or the check ends with an error that names the place. */
class UnsafeTest {
    static class Counter {
        static final Unsafe U = Unsafe.getUnsafe();
        static int total;
        int value;
        Object any;

        static final long TOTAL = totalOffset();
        static final long VALUE = U.objectFieldOffset(Counter.class, "value");
        static final long ANY = U.objectFieldOffset(Counter.class, "any");

        private static long totalOffset() {
            try {
                return U.staticFieldOffset(Counter.class.getDeclaredField("total"));
            } catch (NoSuchFieldException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    @Test
    void staticFieldIsAPlaceOfItsClass() {
        FourModels.outcomes(scenario -> {
            scenario.threads(2, () -> Counter.U.getAndAddInt(Counter.class, Counter.TOTAL, 2));
            scenario.outcome(() -> Counter.total);
        }, "4");
    }

    @Test
    void plainUpdateOfAStaticFieldIsLost() {
        FourModels.outcomes(scenario -> {
            scenario.threads(2,
                    () -> Counter.U.putInt(Counter.class, Counter.TOTAL,
                            Counter.U.getInt(Counter.class, Counter.TOTAL) + 1));
            scenario.outcome(() -> Counter.total);
        }, "1", "2");
    }

    @Test
    void fieldsAndElements() {
        FourModels.outcomes(scenario -> {
            Counter counter = new Counter();
            long[] array = new long[2];
            scenario.threads(2, () -> {
                Counter.U.getAndAddInt(counter, Counter.VALUE, 1);
                Counter.U.compareAndSetReference(counter, Counter.ANY, null, "set");
                Counter.U.getAndAddLong(array, Unsafe.ARRAY_LONG_BASE_OFFSET + Unsafe.ARRAY_LONG_INDEX_SCALE, 3);
            });
            scenario.outcome(() -> counter.value + " " + counter.any + " " + array[1]);
        }, "2 set 6");
    }

    @Test
    void memoryByItsAddressIsRefused() {
        FourModels.refused(scenario -> {
            long address = Counter.U.allocateMemory(8);
            scenario.thread(() -> Counter.U.putInt(address, 5));
        }, "Unsafe.putInt (memory by its address)", "UnsafeTest.java:");
        FourModels.refused(scenario -> {
            long address = Counter.U.allocateMemory(8);
            scenario.thread(() -> new Counter().value = Counter.U.getInt(address));
        }, "Unsafe.getInt (memory by its address)");
        FourModels.refused(scenario -> {
            long address = Counter.U.allocateMemory(8);
            scenario.thread(() -> Counter.U.putIntVolatile(null, address, 5));
        }, "memory by its address cannot be modelled", "putIntVolatile");
        FourModels.refused(scenario -> {
            int[] numbers = new int[2];
            scenario.thread(() -> Counter.U.setMemory(numbers, Unsafe.ARRAY_INT_BASE_OFFSET, 8, (byte) 1));
        }, "Unsafe.setMemory", "no array of bytes");
    }

    @Test
    void bytesOfOneThreadMayBeNumbersToo() {
        FourModels.outcomes(scenario -> {
            Counter counter = new Counter();
            scenario.thread(() -> {
                byte[] bytes = new byte[8];
                Counter.U.putInt(bytes, Unsafe.ARRAY_BYTE_BASE_OFFSET, 0x01010101);
                counter.value = bytes[2];
            });
            scenario.outcome(() -> counter.value);
        }, "1");
    }

    @Test
    void futureOfTheJdkCompletesThroughAPool() {
        FourModels.outcomes(scenario -> {
            CompletableFuture<String> future = new CompletableFuture<>();
            VolatileBox<String> seen = new VolatileBox<>("");
            scenario.thread(() -> future.complete("done"));
            scenario.thread(() -> seen.value = future.thenApply(each -> each + "!").join());
            scenario.outcome(() -> seen.value);
        }, "done!");
    }
}
