package dev.baton.zoo;

import java.util.function.IntFunction;

/** The locks of the zoo, in the order of the report's Table 5, and how to make either form of each. */
@SuppressWarnings("ImmutableEnumChecker") // constructors have no state
public enum Species {
    ARRAY_QUEUE("array queue", ArrayQueueLock::new, ArrayQueueLock.Relaxed::new), //
    CERTIKOS_MCS("CertiKOS MCS", CertiKosMcsLock::new, CertiKosMcsLock.Relaxed::new), //
    CLH("CLH", ClhLock::new, ClhLock.Relaxed::new), //
    COHORT_TICKET_MCS("c-TKT-MCS", cohort(TicketLock::new, McsLock::new),
            cohort(TicketLock.Relaxed::new, McsLock.Relaxed::new)), //
    COHORT_TTAS_MCS("c-TTAS-MCS", cohort(TtasLock::new, McsLock::new),
            cohort(TtasLock.Relaxed::new, McsLock.Relaxed::new)), //
    COHORT_MCS_TWA("c-MCS-TWA", cohort(McsLock::new, TwaLock::new), cohort(McsLock.Relaxed::new, TwaLock.Relaxed::new)), //
    HCLH("HCLH", threads -> new HclhLock(threads, Species.CLUSTERS),
            threads -> new HclhLock.Relaxed(threads, Species.CLUSTERS)), //
    MCS("MCS", McsLock::new, McsLock.Relaxed::new), //
    MUSL("musl mutex", MuslMutex::new, MuslMutex.Relaxed::new), //
    THREE_STATE("three-state mutex", ThreeStateMutex::new, ThreeStateMutex.Relaxed::new), //
    QSPINLOCK("qspinlock", QSpinLock::new, QSpinLock.Relaxed::new), //
    RECURSIVE_CAS("recursive CAS", RecursiveCasLock::new, RecursiveCasLock.Relaxed::new), //
    READ_WRITE("read-write", ReadWriteLock::new, ReadWriteLock.Relaxed::new), //
    SEMAPHORE("semaphore", SpinSemaphore::new, SpinSemaphore.Relaxed::new), //
    CAS("CAS", CasLock::new, CasLock.Relaxed::new), //
    TICKET("ticket", TicketLock::new, TicketLock.Relaxed::new), //
    TTAS("TTAS", TtasLock::new, TtasLock.Relaxed::new), //
    TWA("TWA", TwaLock::new, TwaLock.Relaxed::new);

    /** Clusters that hierarchical locks divide the threads into: as even and odd numbers. */
    private static final int CLUSTERS = 2;

    private final String title;
    private final IntFunction<ZooLock> volatileForm;
    private final IntFunction<ZooLock> relaxedForm;

    Species(String title, IntFunction<ZooLock> volatileForm, IntFunction<ZooLock> relaxedForm) {
        this.title = title;
        this.volatileForm = volatileForm;
        this.relaxedForm = relaxedForm;
    }

    /** What people call it. */
    public String title() {
        return title;
    }

    /** A lock for so many threads, in the all-volatile or in the relaxed form. */
    public ZooLock create(boolean relaxed, int threads) {
        return (relaxed ? relaxedForm : volatileForm).apply(threads);
    }

    private static IntFunction<ZooLock> cohort(IntFunction<ZooLock> global, IntFunction<LocalLock> local) {
        return threads -> new CohortLock(threads, CLUSTERS, global, local);
    }
}
