package dev.baton.check.replay;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.BlockReason;
import dev.baton.check.event.Chance;
import dev.baton.check.event.Step;
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
    final Effects effects = new Effects();
    final Tags tags;
    final LoopTurns loops;
    final WakeUps wakeUps;
    final Births births;
    final Publisher publisher;
    final Holding holding;
    final Locks locks;
    final ReadWriteLocks readWriteLocks;
    final Spins spins;
    final FrozenReads frozen;
    final ThreadTime time;
    final Life life;
    final Initializing initializing;
    final Sayings sayings = new Sayings();

    /** From what the thread's values are computed; null if nobody wants to know. */
    final @Nullable Dependencies dependencies;

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
    /** Class initializers on the stack: what they do is set-up. */
    int setupDepth;
    /** The line that called into code standing in for the JDK's. */
    int callerSite;
    /** The call of an atomic that this thread is in, if its modes may be overridden. */
    int governor;
    int hashes;
    final IdentityHashMap<Object, Object> threadLocals = new IdentityHashMap<>();
    final Set<Integer> joined = new HashSet<>();
    final Set<Integer> started = new HashSet<>();

    SimThread(BytecodeProgram program, Cast.Entry entry) {
        this.program = program;
        this.image = program.image;
        this.known = program.known;
        this.entry = entry;
        this.number = entry.number;
        this.tags = new Tags(this);
        this.loops = new LoopTurns(this);
        this.wakeUps = new WakeUps(this);
        this.births = new Births(this);
        this.publisher = new Publisher(this);
        this.holding = new Holding(this);
        this.locks = new Locks(this);
        this.readWriteLocks = new ReadWriteLocks(this);
        this.spins = new Spins(this);
        this.frozen = new FrozenReads(this);
        this.time = new ThreadTime(this);
        this.life = new Life(this);
        this.dependencies = image.loader.tellsDependencies() ? new Dependencies() : null;
        this.initializing = new Initializing(this);
    }

    // ---- control

    private void begin(int newEpoch) {
        epoch = newEpoch;
        events = 0;
        setupDepth = 0;
        initializing.reset();
        callerSite = 0;
        governor = 0;
        hashes = 0;
        threadLocals.clear();
        Inheritance.of(entry.object).forEach(each -> threadLocals.put(each.local(), each.value()));
        joined.clear();
        started.clear();
        effects.reset();
        tags.reset();
        loops.reset();
        wakeUps.reset();
        births.reset();
        publisher.reset();
        holding.reset();
        locks.reset();
        readWriteLocks.reset();
        spins.reset();
        frozen.reset();
        time.reset();
        life.reset();
        sayings.reset();
        if (dependencies != null) {
            dependencies.reset();
        }
        strand = new Strand(this, life::run);
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

    /** The thread's last step: it has ended. */
    void end(long outcome) {
        step.end(outcome);
    }

    /** The thread's last step: an exception leaves it. */
    void endBy(long cause) {
        step.error(cause);
    }

    /** The thread ends in a silent turn: the turn is run again as a real one. */
    boolean endsSilently() {
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
        if (dependencies != null) {
            dependencies.tell(step, at);
        }
        next();
        spins.answered(at, answer);
        return answer;
    }

    private void next() {
        if (answersUsed < answerCount) {
            answer = answers[answersUsed++];
        } else {
            stop();
        }
    }

    /** Whether the events since number {@code later} saw the same writes as those since {@code earlier}. */
    boolean repeats(int earlier, int later) {
        step.repeated(earlier, later);
        return ask();
    }

    private boolean ask() {
        next();
        spins.answeredAside(answer);
        return answer != 0;
    }

    /** The calls that it stands in, innermost first, in the names of the source. */
    List<StackTraceElement> calls(int currentEpoch) {
        return epoch == currentEpoch && !strand().isDone()
                ? SourceFrames.of(strand().getStackTrace())
                : List.of();
    }

    void stop() {
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
        int known = reported(site);
        return known == 0 ? "thread " + entry.name : image.sites.get(known).description();
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
        frozen.settle(site);
    }

    /** The tag of the private object that the place belongs to; else null, and it is noted that others have to do with it. */
    private @Nullable Tag owner(int location, boolean writes) {
        if (image.reach.isWatching()) {
            initializing.outside(location, writes);
        }
        Tag owner = births.privateOwner(location);
        if (owner == null) {
            effects.meetOthers();
        }
        return owner;
    }

    /** Notes that a write changes something: for others, or for this thread alone. */
    private void effect(int location, AccessMode mode, long value) {
        Tag owner = owner(location, true);
        if (owner == null) {
            effects.act();
            wakeUps.act();
            return;
        }
        owner.released |= mode.releases();
        if (births.mirror(owner, location, value)) {
            effects.changeLocally(owner.birth);
        }
    }

    long read(int location, AccessMode mode, int site) {
        settle(site);
        owner(location, false);
        step.read(location, mode).at(reported(site));
        long value = event();
        frozen.read(location, mode, value, site);
        return value;
    }

    /** Whether this event of the thread saw the initial value of its place. */
    boolean sawInitial(int event) {
        step.initial(event);
        return ask();
    }

    /** Reads the last write of a place that is not written any more. */
    long readLast(int location, AccessMode mode, int site) {
        step.readLast(location, mode).at(reported(site));
        return event();
    }

    void write(int location, AccessMode mode, long value, int site) {
        settle(site);
        effect(location, mode, value);
        step.write(location, mode, value).at(reported(site));
        event();
    }

    /** A write that is no effect, because what it changes is new or is changed back. */
    void quietWrite(int location, AccessMode mode, long value, int site) {
        Tag owner = owner(location, true);
        if (owner != null) {
            owner.released |= mode.releases();
        }
        step.write(location, mode, value).at(reported(site));
        event();
    }

    /** The write half of entering a monitor: no effect, because an iteration that enters it also leaves it. */
    void monitorSwap(int location, AccessMode mode, long value, int site) {
        step.rmwWrite(location, mode, value).at(reported(site));
        event();
        frozen.exchanged(site);
    }

    /** A write that belongs to a monitor: leaving it, or its wait set. */
    void monitorWrite(int location, AccessMode mode, long value, int site) {
        settle(site);
        quietWrite(location, mode, value, site);
    }

    long rmwRead(int location, AccessMode mode, AccessMode failureMode, int site) {
        settle(site);
        owner(location, false);
        step.rmwRead(location, mode, failureMode).at(reported(site));
        long value = event();
        frozen.exchanges(location, mode, failureMode, value);
        return value;
    }

    void rmwWrite(int location, AccessMode mode, long value, long before, int site) {
        if (value != before) {
            effect(location, mode, value);
        }
        step.rmwWrite(location, mode, value).at(reported(site));
        step.unordered = value == before;
        event();
        frozen.exchanged(site);
    }

    void fence(AccessMode mode, int site) {
        settle(site);
        effects.meetOthers();
        step.fence(mode).at(reported(site));
        event();
    }

    int choose(Chance chance, int alternatives, int site) {
        settle(site);
        effects.choose();
        effects.meetOthers();
        step.choice(chance, program.calm && chance.isUnusual() ? 1 : alternatives).at(reported(site));
        return (int) event();
    }

    void start(int child, boolean daemon, int site) {
        settle(site);
        effects.act();
        effects.meetOthers();
        (daemon ? step.startDaemon(child) : step.start(child)).at(reported(site));
        event();
    }

    void join(int child, int site) {
        settle(site);
        effects.meetOthers();
        step.join(child).at(reported(site));
        event();
        joined.add(child);
    }

    /** Never returns: the thread goes on only in another run. */
    void block(BlockReason reason, int firstEvent, int site) {
        block(reason, firstEvent, site, false);
    }

    /** Never returns: the program has ended here. */
    void exit(long outcome, int site) {
        readWriteLocks.beforeWaiting();
        if (spins.isSilent()) {
            spins.deviates();
        }
        step.block(BlockReason.EXIT, events).at(reported(site)).location = (int) outcome;
        waitForEver();
    }

    /** Never returns, as {@link #block}; the thread may be left so. */
    void stay(int firstEvent, int site) {
        block(BlockReason.AWAIT, firstEvent, site, true);
    }

    private void block(BlockReason reason, int firstEvent, int site, boolean mayStay) {
        readWriteLocks.beforeWaiting();
        if (spins.isSilent()) {
            spins.deviates();
        }
        step.block(reason, firstEvent).at(reported(site)).mayStay = mayStay;
        waitForEver();
    }

    private void waitForEver() {
        while (true) {
            stop();
        }
    }

    /** Blocks until nothing else can go on. */
    void expire(BlockReason reason, int firstEvent, int site) {
        readWriteLocks.beforeWaiting();
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
}
