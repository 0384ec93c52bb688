package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import jdk.internal.misc.Unsafe;
import org.junit.jupiter.api.Test;

/** Arrays of bytes that threads share as memory: numbers through Unsafe and through views, filled and copied. */
class SharedBytesTest {
    static final class Memory {
        static final Unsafe U = Unsafe.getUnsafe();
        static final long BASE = Unsafe.ARRAY_BYTE_BASE_OFFSET;
        static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
        static final VarHandle BIG = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    }

    @Test
    void aNumberThroughUnsafeIsOnePlace() {
        FourModels.outcomes(scenario -> {
            byte[] bytes = new byte[16];
            Memory.U.putInt(bytes, Memory.BASE + 4, 0x01020304);
            int[] seen = new int[1];
            scenario.thread(() -> Memory.U.putInt(bytes, Memory.BASE + 4, 0x05060708));
            scenario.thread(() -> seen[0] = Memory.U.getInt(bytes, Memory.BASE + 4));
            scenario.outcome(() -> Integer.toHexString(seen[0]));
        }, "1020304", "5060708");
    }

    @Test
    void updatesOfANumberAreNotLost() {
        FourModels.verified(scenario -> {
            byte[] bytes = new byte[8];
            scenario.threads(2, () -> Memory.U.getAndAddLong(bytes, Memory.BASE, 1));
            scenario.finallyAssert(() -> {
                assert Memory.U.getLong(bytes, Memory.BASE) == 2;
            });
        });
        FourModels.violated(scenario -> {
            byte[] bytes = new byte[8];
            scenario.threads(2,
                    () -> Memory.U.putLong(bytes, Memory.BASE, Memory.U.getLong(bytes, Memory.BASE) + 1));
            scenario.finallyAssert(() -> {
                assert Memory.U.getLong(bytes, Memory.BASE) == 2;
            });
        }, "AssertionError");
    }

    @Test
    void anOrderedPutPublishesWhatIsBesideIt() {
        FourModels.verified(scenario -> {
            byte[] bytes = new byte[16];
            scenario.thread(() -> {
                Memory.U.putInt(bytes, Memory.BASE + 8, 7);
                Memory.U.putIntRelease(bytes, Memory.BASE, 1);
            });
            scenario.thread(() -> {
                if (Memory.U.getIntVolatile(bytes, Memory.BASE) == 1) {
                    assert Memory.U.getInt(bytes, Memory.BASE + 8) == 7;
                }
            });
        });
    }

    /** The language lets a plain long be two accesses, and here each half is known as a number. */
    @Test
    void aPlainLongOverTwoIntsIsTwoSteps() {
        CheckResult result = new Checker().model("rc11").check(scenario -> {
            byte[] bytes = new byte[8];
            int[] seen = new int[2];
            scenario.thread(() -> Memory.U.putLong(bytes, Memory.BASE, 1L << 32 | 1));
            scenario.thread(() -> {
                seen[0] = Memory.U.getInt(bytes, Memory.BASE);
                seen[1] = Memory.U.getInt(bytes, Memory.BASE + 4);
            });
            scenario.outcome(() -> seen[0] + " " + seen[1]);
        });
        assertThat(result.assertVerified().outcomes().keySet()).containsExactly("0 0", "0 1", "1 0", "1 1");
    }

    @Test
    void memoryIsFilledAndCopiedInSteps() {
        FourModels.outcomes(scenario -> {
            byte[] bytes = new byte[24];
            byte[] source = {1, 2, 3, 4};
            int[] seen = new int[1];
            scenario.thread(() -> {
                Memory.U.copyMemory(source, Memory.BASE, bytes, Memory.BASE + 8, 4);
                Memory.U.setMemory(bytes, Memory.BASE + 8, 8, (byte) 0);
            });
            scenario.thread(() -> seen[0] = Memory.U.getInt(bytes, Memory.BASE + 8));
            scenario.outcome(() -> Integer.toHexString(Integer.reverseBytes(seen[0])));
        }, "0", "1020304");
    }

    @Test
    void theSameBytesInTwoSizesAreRefused() {
        FourModels.refused(scenario -> {
            byte[] bytes = new byte[8];
            scenario.thread(() -> Memory.U.putInt(bytes, Memory.BASE, 5));
            scenario.thread(() -> bytes[1] = 1);
        }, "SharedBytesTest.java", "in different sizes");
        FourModels.refused(scenario -> {
            byte[] bytes = new byte[8];
            scenario.thread(() -> Memory.U.putLongVolatile(bytes, Memory.BASE, 5));
            scenario.thread(() -> Memory.U.putInt(bytes, Memory.BASE + 4, 5));
        }, "in different sizes");
        FourModels.refused(scenario -> {
            byte[] bytes = new byte[8];
            scenario.thread(() -> Memory.U.putInt(bytes, Memory.BASE + 1, 5));
        }, "no multiple of its size");
    }

    /** The JDK promises nothing of the whole: what is seen can be made of bytes of two writes. */
    @Test
    void aViewOfBytesIsAnAccessToEach() {
        CheckResult result = new Checker().model("sc").check(scenario -> {
            byte[] bytes = new byte[4];
            int[] seen = new int[1];
            scenario.thread(() -> Memory.INTS.set(bytes, 0, 0x0101));
            scenario.thread(() -> seen[0] = (int) Memory.BIG.get(bytes, 0));
            scenario.outcome(() -> Integer.toHexString(seen[0]));
        });
        assertThat(result.assertVerified().outcomes().keySet()).contains("0", "1010000", "10000").hasSizeLessThan(5);
        FourModels.violated(scenario -> {
            byte[] bytes = new byte[4];
            scenario.thread(() -> bytes[2] = 1);
            scenario.thread(() -> {
                assert (int) Memory.INTS.get(bytes, 0) == 0;
            });
        }, "AssertionError");
    }
}
