package dev.baton.zoo;

/** A lock that a cohort can use inside a cluster: its holder can tell whether somebody waits. */
abstract class LocalLock extends ZooLock {
    LocalLock(int threads) {
        super(threads);
    }

    /** Whether somebody waits behind the holder. May miss one that has just come; never sees one that is not there. */
    abstract boolean hasWaiter(int holder);
}
