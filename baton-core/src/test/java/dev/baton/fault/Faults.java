package dev.baton.fault;

/** The fault of one run of a trial. */
public final class Faults {
    private final int number;
    private boolean fired;

    /** Lets the {@code number}-th allocation fail; 0 none. */
    public Faults(int number) {
        this.number = number;
    }

    /** Something that may fail for want of memory. */
    public interface Operation {
        void run() throws Exception;
    }

    /** Runs {@code operation} on this thread with the fault armed; false if it threw the error of the fault. */
    public boolean during(Operation operation) throws Exception {
        arm(Thread.currentThread());
        try {
            operation.run();
            return true;
        } catch (OutOfMemoryError injected) {
            return false;
        } finally {
            disarm();
        }
    }

    /** Arms the fault for {@code thread}. */
    public void arm(Thread thread) {
        if (number > 0) {
            AllocationFault.arm(thread, number);
        }
    }

    public void disarm() {
        fired |= AllocationFault.disarm();
    }

    /** Whether an allocation has failed. */
    public boolean fired() {
        return fired;
    }
}
