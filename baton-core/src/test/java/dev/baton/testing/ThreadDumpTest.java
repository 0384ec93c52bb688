package dev.baton.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class ThreadDumpTest {
    @Test
    void threadsWithTheSameStackAreShownOnce() {
        StringBuilder dump = new StringBuilder(
                "1234\n2026-11-16T00:00:00Z\n25\n\n#1 \"main\" RUNNABLE\n    at a.B.c\n\n");
        for (int i = 0; i < 10_000; i++) {
            dump.append("#").append(100 + i).append(" \"\" virtual WAITING\n    at x.Y.park\n")
                    .append("    - parking to wait for <x.Lock@").append(Integer.toHexString(i)).append(">\n\n");
        }
        dump.append("#7 \"late\" RUNNABLE\n\n#8 \"later\" RUNNABLE\n");
        assertThat(ThreadDump.grouped(dump.toString()).lines()).containsSubsequence("#1 \"main\" RUNNABLE",
                "    at a.B.c",
                "#100 \"\" virtual WAITING", "#101 \"\" virtual WAITING", "#102 \"\" virtual WAITING", "and 9997 more",
                "    at x.Y.park", "    - parking to wait for <a lock>", "#7 \"late\" RUNNABLE",
                "#8 \"later\" RUNNABLE",
                "    (not on a stack)").hasSizeLessThan(20);
    }

    @Test
    void showsThreadsOfBothKinds() throws Exception {
        try (TestThreads threads = new TestThreads(ThreadKind.VIRTUAL)) {
            Thread parked = threads.startAndAwaitParked(LockSupport::park);
            assertThat(ThreadDump.now()).contains("#" + parked.threadId() + " ", "LockSupport.park",
                    "#" + Thread.currentThread().threadId() + " ", "ThreadDumpTest.showsThreadsOfBothKinds");
            LockSupport.unpark(parked);
        }
    }
}
