package dev.baton.check.replay;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.BlockReason;
import dev.baton.check.event.Chance;
import dev.baton.check.event.SearchThread;
import dev.baton.check.event.Step;
import dev.baton.check.program.Site;
import dev.baton.check.program.UnmodelledException;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One thread of the program in one run: a function from the answers it was given to its next step. */
final class SimThread {
    final BytecodeProgram program;
    final Image image;
    final Knowledge known;
    final Cast.Entry entry;
    final int number;
    final Births births;
    final Publisher publisher;
    final Holding holding;
    final Spins spins;
    final ThreadTime time;

    private @Nullable Strand strand;
    private Step step = new Step();
    private long answer;
    private long[] answers = new long[0];
    private int answerCount;
    private int answersUsed;
    private boolean again;
    int epoch = -1;

    /** Number of events so far; the next event has this index. */
    int events;
    /** Grows with every arrival at a loop header. */
    int tick;
    /** The last tick at which something was done that others could see. */
    int effectTick;
    /** The last tick at which a free choice was made. */
    int choiceTick;
    /** The last tick with a step that is not just an access to an object that only this thread knows. */
    private int othersTick;
    /** Class initializers on the stack: what they do is set-up. */
    int setupDepth;
    /** The line that called into code standing in for the JDK's. */
    int callerSite;
    /** The call of an atomic that this thread is in, if its modes may be overridden. */
    int governor;
    int hashes;
    /** How often this thread was woken for no reason, and whether it has done something since that others can see. */
    private int wakes;
    private boolean actedSinceWake;
    final IdentityHashMap<Object, Tag> runTags = new IdentityHashMap<>();
    final IdentityHashMap<Object, Object> threadLocals = new IdentityHashMap<>();
    final Set<Integer> joined = new HashSet<>();
    final Set<Integer> started = new HashSet<>();
    private int[] localLog = new int[32];
    private int localCount;
    private long localIterations;
    @Nullable
    Throwable error;

    SimThread(BytecodeProgram program, Cast.Entry entry) {
        this.program = program;
        this.image = program.image;
        this.known = program.known;
        this.entry = entry;
        this.number = entry.number;
        this.births = new Births(this);
        this.publisher = new Publisher(this);
        this.holding = new Holding(this);
        this.spins = new Spins(this);
        this.time = new ThreadTime(this);
    }

    // ---- control

    private void begin(int newEpoch) {
        epoch = newEpoch;
        events = 0;
        tick = 1;
        effectTick = 0;
        choiceTick = 0;
        othersTick = 0;
        setupDepth = 0;
        callerSite = 0;
        governor = 0;
        hashes = 0;
        wakes = 0;
        actedSinceWake = false;
        localCount = 0;
        localIterations = 0;
        error = null;
        runTags.clear();
        threadLocals.clear();
        joined.clear();
        started.clear();
        births.reset();
        publisher.reset();
        holding.reset();
        spins.reset();
        time.reset();
        strand = new Strand(this, this::run);
    }

    void advance(int newEpoch, long newAnswer, Step into) {
        if (epoch != newEpoch) {
            begin(newEpoch);
        }
        answerCount = 0;
        answersUsed = 0;
        answer = newAnswer;
        step = into;
        go();
    }

    private Strand strand() {
        return Objects.requireNonNull(strand);
    }

    private void go() {
        strand().run();
        while (again) {
            again = false;
            answers = spins.answersSoFar();
            answerCount = answers.length;
            answersUsed = 0;
            begin(epoch);
            strand().run();
        }
    }

    /** Drops this run and begins it once more, with the answers so far. Never returns. */
    void runAgain() {
        again = true;
        while (true) {
            stop();
        }
    }

    /** Runs from the beginning over known answers, without stopping between. */
    void fastForward(int newEpoch, long[] known, int count, Step into) {
        begin(newEpoch);
        answers = known;
        answerCount = count;
        answersUsed = 0;
        step = into;
        go();
    }

    private void run() {
        long outcome = 0;
        try {
            entry.body.run();
            if (entry.body instanceof MainBody main) {
                outcome = image.outcome(main.outcome());
            }
            ThreadCalls.ended(this);
            if (endsSilently()) {
                return;
            }
        } catch (Throwable thrown) {
            if (endsSilently()) {
                return;
            }
            RuntimeException failure = Blame.of(thrown, image.loader);
            if (failure != null && program.failure == null) {
                program.failure = failure;
            }
            error = thrown;
            step.error(image.cause(thrown));
            return;
        }
        step.end(outcome);
    }

    /** The thread ends in a silent turn: the turn is run again as a real one. */
    private boolean endsSilently() {
        if (spins.isSilent()) {
            spins.remember();
            again = true;
        }
        return again;
    }

    private long event() {
        if (spins.isSilent()) {
            return spins.silentAnswer(step);
        }
        spins.step(step);
        int at = events++;
        if (answersUsed < answerCount) {
            answer = answers[answersUsed++];
        } else {
            stop();
        }
        spins.answered(at, answer);
        return answer;
    }

    /** Whether the events since number {@code later} saw the same writes as those since {@code earlier}. */
    boolean repeats(int earlier, int later) {
        step.repeated(earlier, later);
        if (answersUsed < answerCount) {
            answer = answers[answersUsed++];
        } else {
            stop();
        }
        spins.answeredAside(answer);
        return answer != 0;
    }

    /** The calls that it stands in, innermost first, in the names of the source. */
    List<StackTraceElement> calls(int currentEpoch) {
        return epoch == currentEpoch && !strand().isDone()
                ? SourceFrames.of(strand().getStackTrace())
                : List.of();
    }

    private void stop() {
        try {
            Strand.stop();
        } catch (IllegalStateException pinned) {
            throw new UnmodelledException("a step inside native code of the JDK: " + where(callerSite), pinned);
        }
    }

    /** Ends the check: something here cannot be modelled. */
    RuntimeException fail(String message) {
        return fail(new UnmodelledException(message));
    }

    /** Ends the check with this exception. */
    RuntimeException fail(RuntimeException failure) {
        if (program.failure == null) {
            program.failure = failure;
        }
        while (true) {
            stop();
        }
    }

    RuntimeException fail(String message, int site) {
        return fail(where(site) + ": " + message);
    }

    private String where(int site) {
        Site found = site(site);
        return found == null
                ? "thread " + entry.name
                : found.description();
    }

    private @Nullable Site site(int site) {
        int known = reported(site);
        return known == 0 ? null : image.sites.get(known);
    }

    /** The site a reader is told: not the JDK's line, but the one that called it. */
    private int reported(int site) {
        return site != 0 && image.sites.get(site).library && callerSite != 0 ? callerSite : site;
    }

    // ---- steps

    /** Before a step: what code out of sight did to arrays that it was lent comes first. */
    private void settle(int site) {
        if (births.hasLent()) {
            births.settle(site);
        }
    }

    /** The tag of the private object that the place belongs to; else null, and it is noted that others have to do with it. */
    private @Nullable Tag owner(int location) {
        Tag owner = births.privateOwner(location);
        if (owner == null) {
            othersTick = tick;
        }
        return owner;
    }

    /** Notes that a write changes something: for others, or for this thread alone. */
    private void effect(int location, long value) {
        Tag owner = owner(location);
        if (owner == null) {
            effectTick = tick;
            actedSinceWake = true;
        } else if (births.mirror(owner, location, value)) {
            localChange(owner.birth);
        }
    }

    long read(int location, AccessMode mode, int site) {
        settle(site);
        owner(location);
        step.read(location, mode).at(reported(site));
        return event();
    }

    void write(int location, AccessMode mode, long value, int site) {
        settle(site);
        effect(location, value);
        step.write(location, mode, value).at(reported(site));
        event();
    }

    /** A write that is no effect, because what it changes is new or is changed back. */
    void quietWrite(int location, AccessMode mode, long value, int site) {
        owner(location);
        step.write(location, mode, value).at(reported(site));
        event();
    }

    /** The write half of entering a monitor: no effect, because an iteration that enters it also leaves it. */
    void monitorSwap(int location, AccessMode mode, long value, int site) {
        step.rmwWrite(location, mode, value).at(reported(site));
        event();
    }

    /** A write that belongs to a monitor: leaving it, or its wait set. */
    void monitorWrite(int location, AccessMode mode, long value, int site) {
        settle(site);
        quietWrite(location, mode, value, site);
    }

    long rmwRead(int location, AccessMode mode, AccessMode failureMode, int site) {
        settle(site);
        owner(location);
        step.rmwRead(location, mode, failureMode).at(reported(site));
        return event();
    }

    void rmwWrite(int location, AccessMode mode, long value, long before, int site) {
        if (value != before) {
            effect(location, value);
        }
        step.rmwWrite(location, mode, value).at(reported(site));
        step.unordered = value == before;
        event();
    }

    void fence(AccessMode mode, int site) {
        settle(site);
        othersTick = tick;
        step.fence(mode).at(reported(site));
        event();
    }

    int choose(Chance chance, int alternatives, int site) {
        settle(site);
        choiceTick = tick;
        othersTick = tick;
        step.choice(chance, program.calm && chance.isUnusual() ? 1 : alternatives).at(reported(site));
        return (int) event();
    }

    void start(int child, int site) {
        settle(site);
        effectTick = tick;
        othersTick = tick;
        step.start(child).at(reported(site));
        event();
    }

    void join(int child, int site) {
        settle(site);
        othersTick = tick;
        step.join(child).at(reported(site));
        event();
        joined.add(child);
    }

    /** Never returns: the thread goes on only in another run. */
    void block(BlockReason reason, int firstEvent, int site) {
        if (spins.isSilent()) {
            spins.deviates();
        }
        step.block(reason, firstEvent).at(reported(site));
        while (true) {
            stop();
        }
    }

    /** Blocks until nothing else can go on. */
    void expire(BlockReason reason, int firstEvent, int site) {
        if (spins.isSilent()) {
            spins.deviates();
        }
        step.expire(reason, firstEvent).at(reported(site));
        event();
    }

    /** The clock moves: nothing that a failed turn could be told by. */
    void clockWrite(int location, long value, int site) {
        step.rmwWrite(location, AccessMode.OPAQUE, value).at(reported(site));
        event();
    }

    /** More wake-ups for no reason than this one thread has in no execution. */
    private static final int MOST_WAKES = 3;

    /**
     * Whether a park or wait returns for no reason now: a choice. A first time is enough to find code that does not look
     * again; code that looks so often and not more often is found by another one right after, with nothing written
     * between. Code that does look again, and writes something each time, would otherwise go round for ever.
     */
    boolean wakesForNoReason(int site) {
        boolean may = wakes == 0 || wakes < MOST_WAKES && !actedSinceWake;
        if (!image.settings.spuriousWakeups() || !may || choose(Chance.WAKE_UP, 2, site) == 0) {
            return false;
        }
        wakes++;
        actedSinceWake = false;
        return true;
    }

    // ---- loops

    long header(long state, int loop) {
        tick++;
        boolean fresh = (state & 1) == 0;
        int count = fresh ? 0 : (int) (state >>> 1) & 0x7fff;
        if (fresh && loop != 0) {
            spins.entered(loop);
        }
        return (long) events << 40 | (long) (tick & 0xffffff) << 16 | (long) count << 1;
    }

    /**
     * A turn goes round.
     *
     * @param how         how it left the variables of the loop: {@link Spins#SAME} and the like
     * @param outcomes    how comparisons of counters came out in it, two bits for each
     * @param comparisons how many of them the loop has
     * @param loop        which loop
     */
    long backEdge(long state, int how, int outcomes, int comparisons, int loop, int site) {
        int since = (int) (state >>> 16) & 0xffffff;
        int first = (int) (state >>> 40);
        int count = (int) (state >>> 1) & 0x7fff;
        boolean chosen = choiceTick >= since;
        boolean acted = effectTick >= since || localEffectSince(since);
        if (spins.isSilent()) {
            spins.silentTurn(loop, acted, how, outcomes, site);
        } else {
            if (how == Spins.SAME && !acted && !time.passesInLoop(since, first, site)) {
                block(chosen ? BlockReason.ASSUME : BlockReason.AWAIT, first, site);
            }
            if (comparisons > 0 && image.settings.cutsSpins()) {
                boolean compared = ((outcomes | outcomes >>> 1) & 0x55555555) == (1 << 2 * comparisons) / 3;
                spins.turn(loop, first, acted, how, outcomes, compared, site);
            }
        }
        if (events > first && othersTick >= since) {
            if (++count > image.settings.loopBound()) {
                block(BlockReason.BOUND, first, site);
            }
        } else if (++localIterations > 50_000_000) {
            throw fail("a loop ran 50 million times without touching shared state", site);
        } else if ((localIterations & 0xffff) == 0 && SearchThread.isTold()) {
            throw fail(new SearchThread.Ended());
        }
        return state & ~0xffffL | (long) count << 1 | 1;
    }

    /** Notes a change of an object that only this thread knows. */
    void localChange(int birth) {
        if (localCount + 2 > localLog.length) {
            if (localCount >= 8192) {
                effectTick = tick;
                return;
            }
            localLog = java.util.Arrays.copyOf(localLog, localCount * 2);
        }
        localLog[localCount++] = tick;
        localLog[localCount++] = birth;
    }

    /** A change since then of an object that is older than that. */
    private boolean localEffectSince(int since) {
        for (int i = localCount - 2; i >= 0 && localLog[i] >= since; i -= 2) {
            if (localLog[i + 1] < since) {
                return true;
            }
        }
        return false;
    }

    // ---- objects

    /** The tag of an object; its first sight is its birth, if it is nothing that was given. */
    Tag tag(Object object) {
        if (object instanceof Tagged tagged) {
            Tag tag = tagged.$batonTag();
            if (tag == null) {
                tag = births.born(object, false);
                tagged.$batonTag(tag);
            }
            return tag;
        }
        Tag tag = runTags.get(object);
        if (tag != null) {
            return tag;
        }
        tag = program.foreignTag(object);
        if (tag == null) {
            if (!object.getClass().isArray() && Foreign.of(object) == Foreign.VALUE) {
                return Tag.given(image.names.ofValue(object));
            }
            tag = births.born(object, false);
            runTags.put(object, tag);
        }
        return tag;
    }

    /** Whether an access to the object, which is about to happen, is a step. */
    boolean isTraced(@Nullable Object object) {
        if (object == null) {
            return false;
        }
        Tag tag = tag(object);
        if (!tag.traced) {
            if (tag.frozen && known.isTracedFromFreeze(object.getClass(), tag.place)) {
                publisher.name(tag);
            } else {
                tag.touched = true;
            }
        }
        return tag.traced;
    }

    /** Other threads may hold a reference to the object. */
    boolean isOpen(@Nullable Object object) {
        return object != null && tag(object).open;
    }

    /** The places of a traced object. */
    Shadow shadow(Object traced) {
        Tag tag = tag(traced);
        return tag.shadow != null ? tag.shadow : image.heap.identity(traced, tag).shadow;
    }

    /** The number of an object that has one. */
    Identity identity(Object named) {
        Tag tag = tag(named);
        return tag.identity != null ? tag.identity : image.heap.identity(named, tag);
    }
}
