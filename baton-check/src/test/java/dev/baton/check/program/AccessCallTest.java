package dev.baton.check.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.event.AccessMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an access method does is read off its name, in the words of VarHandle and in those of either Unsafe. */
class AccessCallTest {
    @ParameterizedTest
    @CsvSource({"getInt, GET, PLAIN", "getObjectVolatile, GET, VOLATILE", "putOrderedObject, SET, RELEASE",
            "putOrderedLong, SET, RELEASE", "putReferenceRelease, SET, RELEASE",
            "compareAndSwapInt, COMPARE_AND_SET, VOLATILE", "compareAndSetReference, COMPARE_AND_SET, VOLATILE",
            "getAndSetObject, GET_AND_UPDATE, VOLATILE", "getAndAddLong, GET_AND_UPDATE, VOLATILE",
            "compareAndExchangeInt, COMPARE_AND_EXCHANGE, VOLATILE"})
    void methodsOfUnsafe(String name, AccessCall.Form form, AccessMode write) {
        AccessCall call = AccessCall.of(name, true);
        assertThat(call.form()).isEqualTo(form);
        assertThat(call.write()).isEqualTo(write);
        assertThat(AccessCall.of(name, false)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"getIntUnaligned", "getAddress", "copyMemory", "putAddress", "allocateMemory", "objectFieldOffset"})
    void othersAreNoAccesses(String name) {
        assertThat(AccessCall.of(name, true)).isNull();
    }
}
