package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DemoCommandTest {
    @Test
    void smallDemoLosesNothing() {
        Shell shell = Shell.run("demo", "--threads=300", "--connections=2", "--seconds=1");
        assertThat(shell.err()).isEmpty();
        assertThat(shell.out()).contains("300 virtual threads share 2 connections", "java.util.concurrent",
                "Baton lost nothing");
        assertThat(shell.code()).isZero();
    }

    @Test
    void jsonIsAllThatStandardOutputGets() {
        Shell shell = Shell.run("demo", "--threads=3", "--connections=8", "--seconds=1", "--json");
        assertThat(shell.out()).startsWith("{").endsWith("}" + System.lineSeparator()).contains("\"lostRequests\": 0");
        assertThat(shell.code()).isZero();
    }
}
