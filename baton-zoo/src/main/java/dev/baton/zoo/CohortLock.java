package dev.baton.zoo;

import java.util.function.IntFunction;

/**
 * A lock for machines of several clusters, made of two: a thread first takes the local lock of its cluster, then the
 * global one, unless its predecessor in the cluster left that to it. Has no accesses of its own that need a mode: what it
 * remembers of a cluster is guarded by the cluster's local lock.
 */
public final class CohortLock extends ZooLock {
    /** So often in a row a cluster keeps the global lock while others may wait for it. */
    private static final int MAX_PASSES = 64;

    /** One cluster; guarded by its local lock. */
    private static final class Cluster extends Padded {
        final LocalLock local;
        boolean owns;
        int passes;

        Cluster(LocalLock local) {
            this.local = local;
        }
    }

    private final ZooLock global;
    private final Cluster[] clusters;

    /** A lock for so many threads in so many clusters, made of these two kinds. */
    CohortLock(int threads, int clusters, IntFunction<ZooLock> global, IntFunction<LocalLock> local) {
        super(threads);
        this.global = global.apply(clusters);
        this.clusters = new Cluster[clusters];
        for (int cluster = 0; cluster < clusters; cluster++) {
            this.clusters[cluster] = new Cluster(local.apply(threads));
        }
    }

    @Override
    public void lock(int thread) {
        int number = thread % clusters.length;
        Cluster cluster = clusters[number];
        cluster.local.lock(thread);
        if (!cluster.owns) {
            global.lock(number);
            cluster.owns = true;
        }
    }

    @Override
    public void unlock(int thread) {
        int number = thread % clusters.length;
        Cluster cluster = clusters[number];
        if (cluster.passes < MAX_PASSES && cluster.local.hasWaiter(thread)) {
            cluster.passes++;
        } else {
            cluster.passes = 0;
            cluster.owns = false;
            global.unlock(number);
        }
        cluster.local.unlock(thread);
    }
}
