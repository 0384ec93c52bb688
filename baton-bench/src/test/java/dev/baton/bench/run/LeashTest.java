package dev.baton.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LeashTest {
    @Test
    void endsAProcessThatOutstaysItsTime() throws Exception {
        Process process = new ProcessBuilder("sleep", "600").start();
        Leash leash = new Leash(Duration.ofMillis(50));
        assertThat(process.waitFor()).isNotZero();
        assertThat(leash.pulled()).isTrue();
        leash.release();
    }

    @Test
    void leavesOthersAlone() throws Exception {
        Leash leash = new Leash(Duration.ofHours(1));
        leash.release();
        Process process = new ProcessBuilder("true").start();
        assertThat(process.waitFor()).isZero();
        assertThat(leash.pulled()).isFalse();
    }
}
