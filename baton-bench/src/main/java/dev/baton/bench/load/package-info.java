/** What every benchmark of contention needs: a crew of threads, work of random length, a watchdog, latencies. */
@NullMarked
package dev.baton.bench.load;

import org.jspecify.annotations.NullMarked;
