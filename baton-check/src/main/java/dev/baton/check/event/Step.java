package dev.baton.check.event;

/** One step of a thread, filled in by the program; mutable and reused, so nobody keeps a reference to it. */
public final class Step {
    /** Depends on nothing. */
    public static final int[] NOTHING = {};

    public StepKind kind = StepKind.END;
    /** The location, interned by the program: a number from 0, dense enough to index an array. */
    public int location;
    public AccessMode mode = AccessMode.PLAIN;
    /** For {@link StepKind#RMW_READ}: the mode the read has if the operation fails. */
    public AccessMode failureMode = AccessMode.PLAIN;
    /** For {@link StepKind#BLOCK}. */
    public BlockReason reason = BlockReason.AWAIT;
    public long value;
    /** For {@link StepKind#CHOICE}: what it decides, for a reader. */
    public Chance chance = Chance.OTHER;
    /** Where in the source, interned by the program. */
    public int site;
    /**
     * For a write half: the write puts back the value that was read (an exchange in a polling loop), so it is no
     * effect by which a failed await iteration could be noticed.
     */
    public boolean unordered;
    /** For a read: it sees the last write. */
    public boolean last;
    /**
     * For a write, in a program that tells: the thread's events, by their number, from which its value, its place or its
     * being made were computed.
     */
    public int[] needs = NOTHING;
    /**
     * For an access, in a program that tells: the thread's events, by their number, from which its place or the value that it
     * writes were computed; of a write, these are among {@link #needs}.
     */
    public int[] uses = NOTHING;
    /**
     * For {@link StepKind#START}: the thread may be left waiting when the others have ended, wherever it waits. For {@link
     * StepKind#BLOCK} and {@link StepKind#EXPIRE}: it may be left waiting here.
     */
    public boolean mayStay;

    public Step read(int location, AccessMode mode) {
        return set(StepKind.READ, location, mode, 0);
    }

    /** Reads the last write there is: of a place that is not written any more. */
    public Step readLast(int location, AccessMode mode) {
        read(location, mode);
        this.last = true;
        return this;
    }

    public Step write(int location, AccessMode mode, long value) {
        return set(StepKind.WRITE, location, mode, value);
    }

    public Step rmwRead(int location, AccessMode mode, AccessMode failureMode) {
        set(StepKind.RMW_READ, location, mode, 0);
        this.failureMode = failureMode;
        return this;
    }

    public Step rmwWrite(int location, AccessMode mode, long value) {
        return set(StepKind.RMW_WRITE, location, mode, value);
    }

    public Step fence(AccessMode mode) {
        return set(StepKind.FENCE, -1, mode, 0);
    }

    public Step start(int thread) {
        return set(StepKind.START, -1, AccessMode.PLAIN, thread);
    }

    /** Starts a thread that may be left waiting when the others have ended. */
    public Step startDaemon(int thread) {
        start(thread);
        this.mayStay = true;
        return this;
    }

    public Step join(int thread) {
        return set(StepKind.JOIN, -1, AccessMode.PLAIN, thread);
    }

    public Step choice(int alternatives) {
        return choice(Chance.OTHER, alternatives);
    }

    public Step choice(Chance chance, int alternatives) {
        set(StepKind.CHOICE, -1, AccessMode.PLAIN, alternatives);
        this.chance = chance;
        return this;
    }

    /** Blocks; the reads since the thread's event number {@code firstEvent} are what it waits on. */
    public Step block(BlockReason reason, int firstEvent) {
        set(StepKind.BLOCK, -1, AccessMode.PLAIN, firstEvent);
        this.reason = reason;
        return this;
    }

    /** Blocks as {@link #block}, until nothing else can happen; then the wait has expired. */
    public Step expire(BlockReason reason, int firstEvent) {
        set(StepKind.EXPIRE, -1, AccessMode.PLAIN, firstEvent);
        this.reason = reason;
        return this;
    }

    /** Asks whether the thread's events since number {@code later} saw the same writes as those since {@code earlier}. */
    public Step repeated(int earlier, int later) {
        return set(StepKind.REPEATED, earlier, AccessMode.PLAIN, later);
    }

    /** Asks whether the thread's event of this number saw the initial value of its place. */
    public Step initial(int event) {
        return set(StepKind.INITIAL, -1, AccessMode.PLAIN, event);
    }

    /** Something was thrown that nobody caught; {@code cause} is the same for what a reader takes to be the same. */
    public Step error(long cause) {
        return set(StepKind.ERROR, -1, AccessMode.PLAIN, cause);
    }

    public Step end() {
        return end(0);
    }

    /** Ends the thread; the main thread's outcome is counted. */
    public Step end(long outcome) {
        return set(StepKind.END, -1, AccessMode.PLAIN, outcome);
    }

    /** Names the place in the source; chained after one of the methods above. */
    public Step at(int site) {
        this.site = site;
        return this;
    }

    private Step set(StepKind kind, int location, AccessMode mode, long value) {
        this.kind = kind;
        this.location = location;
        this.mode = mode;
        this.value = value;
        this.failureMode = AccessMode.PLAIN;
        this.site = 0;
        this.unordered = false;
        this.last = false;
        this.mayStay = false;
        this.needs = NOTHING;
        this.uses = NOTHING;
        return this;
    }
}
