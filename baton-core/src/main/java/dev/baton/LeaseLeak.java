package dev.baton;

import java.time.Duration;

/**
 * Lease that was held for longer than a pool's threshold, by whom, and where it was taken.
 *
 * @param borrower the thread that took the lease or asked for it
 * @param held     for how long the lease has been held
 * @param takenAt  an exception whose stack trace shows where the lease was asked for
 */
public record LeaseLeak(Thread borrower, Duration held, Throwable takenAt) {
    @Override
    public String toString() {
        return "lease held for " + held + " by thread " + Ownership.nameOf(borrower);
    }
}
