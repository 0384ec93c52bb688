package dev.baton.check.api.live;

import dev.baton.check.api.Scenario;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Two threads that lose an update, and two that both read old values: any working checker sees both. */
public final class RacyProgram {
    /** Two threads increment a plain field. */
    public static void lostUpdate(Scenario scenario) {
        RacyProgram shared = new RacyProgram();
        scenario.threads(2, () -> shared.count++).outcome(() -> shared.count);
    }

    /** Two threads write one variable and read the other one, opaque. */
    public static void storeBuffering(Scenario scenario) {
        RacyProgram shared = new RacyProgram();
        scenario.thread(shared::writeLeft).thread(shared::writeRight)
                .outcome(() -> shared.seenLeft + ", " + shared.seenRight);
    }

    private int count;
    @SuppressWarnings("UnusedVariable") // by VarHandle
    private int left;
    @SuppressWarnings("UnusedVariable") // by VarHandle
    private int right;
    private int seenLeft;
    private int seenRight;

    private void writeLeft() {
        LEFT.setOpaque(this, 1);
        seenRight = (int) RIGHT.getOpaque(this);
    }

    private void writeRight() {
        RIGHT.setOpaque(this, 1);
        seenLeft = (int) LEFT.getOpaque(this);
    }

    // VarHandle mechanics
    private static final VarHandle LEFT;
    private static final VarHandle RIGHT;
    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            LEFT = lookup.findVarHandle(RacyProgram.class, "left", int.class);
            RIGHT = lookup.findVarHandle(RacyProgram.class, "right", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
