package dev.baton.check.explore;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.BlockReason;
import dev.baton.check.event.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * A program whose threads are Java code in direct style. A thread is run from its beginning for each new step, fed with
 * the answers it already has: slow, but the engine asks for every step only once.
 */
public final class DirectProgram implements StepSource {
    /** The code of a thread. */
    @FunctionalInterface
    public interface Body {
        void run(Actor self);
    }

    private static final class Stop extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Stop() {
            super("stop", null, false, false);
        }
    }

    /** What a thread can do; each call is one event. */
    public static final class Actor {
        private final int number;
        private long[] answers = new long[16];
        private int count = -1;
        private int position;
        /** How many of the answers were to questions, which are no events. */
        private int asked;
        private Step into = new Step();
        private long outcome;
        private String error = "";
        private int[] needs = Step.NOTHING;
        private int[] place = Step.NOTHING;
        private int[] uses = Step.NOTHING;

        Actor(int number) {
            this.number = number;
        }

        public int number() {
            return number;
        }

        /** The events that the next write depends on. */
        public void needs(int... events) {
            needs = events;
        }

        /** The events from which the place of the next access, and place and value of the next write, are computed. */
        public void uses(int[] ofPlace, int[] ofPlaceAndValue) {
            place = ofPlace;
            uses = ofPlaceAndValue;
        }

        /** The number of events so far. */
        public int position() {
            return position - asked;
        }

        private boolean known() {
            return position < count;
        }

        public long read(int location, AccessMode mode) {
            if (known()) {
                return answers[position++];
            }
            into.read(location, mode).at(position);
            into.uses = place;
            throw new Stop();
        }

        /** Reads the last write of a place that is not written any more. */
        public long readLast(int location, AccessMode mode) {
            if (known()) {
                return answers[position++];
            }
            into.readLast(location, mode).at(position);
            throw new Stop();
        }

        /** Whether this event of the thread saw the initial value. */
        public boolean sawInitial(int event) {
            if (known()) {
                asked++;
                return answers[position++] != 0;
            }
            into.initial(event).at(position);
            throw new Stop();
        }

        public void write(int location, AccessMode mode, long value) {
            if (known()) {
                position++;
                return;
            }
            into.write(location, mode, value).at(position);
            into.needs = needs;
            into.uses = uses;
            throw new Stop();
        }

        /** The first half of a read-modify-write; {@link #rmwWrite} must follow at once if it succeeds. */
        public long rmwRead(int location, AccessMode mode, AccessMode failureMode) {
            if (known()) {
                return answers[position++];
            }
            into.rmwRead(location, mode, failureMode).at(position);
            into.uses = place;
            throw new Stop();
        }

        public void rmwWrite(int location, AccessMode mode, long value, boolean putsBack) {
            if (known()) {
                position++;
                return;
            }
            into.rmwWrite(location, mode, value).at(position);
            into.unordered = putsBack;
            into.needs = needs;
            into.uses = uses;
            throw new Stop();
        }

        public long add(int location, AccessMode mode, long delta) {
            long old = rmwRead(location, mode, mode);
            rmwWrite(location, mode, old + delta, false);
            return old;
        }

        public long exchange(int location, AccessMode mode, long value) {
            long old = rmwRead(location, mode, mode);
            rmwWrite(location, mode, value, old == value);
            return old;
        }

        /** Returns the value read; the operation succeeded if that is the expected one. */
        public long compareAndExchange(int location, AccessMode mode, long expected, long value) {
            long old = rmwRead(location, mode, mode);
            if (old == expected) {
                rmwWrite(location, mode, value, false);
            }
            return old;
        }

        public boolean cas(int location, AccessMode mode, long expected, long value) {
            return compareAndExchange(location, mode, expected, value) == expected;
        }

        public void fence(AccessMode mode) {
            if (known()) {
                position++;
                return;
            }
            into.fence(mode).at(position);
            throw new Stop();
        }

        public void start(int thread) {
            if (known()) {
                position++;
                return;
            }
            into.start(thread).at(position);
            throw new Stop();
        }

        /** Starts a thread that may be left waiting. */
        public void startDaemon(int thread) {
            if (known()) {
                position++;
                return;
            }
            into.startDaemon(thread).at(position);
            throw new Stop();
        }

        public void join(int thread) {
            if (known()) {
                position++;
                return;
            }
            into.join(thread).at(position);
            throw new Stop();
        }

        public long choose(int alternatives) {
            if (known()) {
                return answers[position++];
            }
            into.choice(alternatives).at(position);
            throw new Stop();
        }

        public void assume(boolean condition) {
            if (!condition) {
                block(BlockReason.ASSUME, position());
            }
        }

        public void block(BlockReason reason, int firstEvent) {
            into.block(reason, firstEvent).at(position);
            throw new Stop();
        }

        /** Waits where it may be left waiting, unless the place holds something else than 0. */
        public long idle(int location, AccessMode mode) {
            int first = position();
            long value = read(location, mode);
            if (value == 0) {
                into.block(BlockReason.PARK, first).at(position);
                into.mayStay = true;
                throw new Stop();
            }
            return value;
        }

        public long await(int location, AccessMode mode, LongPredicate condition) {
            int first = position();
            long value = read(location, mode);
            if (!condition.test(value)) {
                block(BlockReason.AWAIT, first);
            }
            return value;
        }

        public void check(boolean condition, String message) {
            if (!condition) {
                error = message;
                into.error(position).at(position);
                throw new Stop();
            }
        }

        public void end(long result) {
            outcome = result;
        }
    }

    private final List<Body> bodies;
    private boolean tellsNeeds;
    private final List<Actor> actors = new ArrayList<>();

    /** Threads by number; 0 is the main thread. */
    public DirectProgram(List<Body> bodies) {
        this.bodies = List.copyOf(bodies);
        for (int i = 0; i < bodies.size(); i++) {
            actors.add(new Actor(i));
        }
    }

    /** A main thread that starts and joins the given threads, then does something more. */
    public static DirectProgram of(List<Body> threads, Body last) {
        List<Body> all = new ArrayList<>();
        int count = threads.size();
        all.add(self -> {
            for (int i = 1; i <= count; i++) {
                self.start(i);
            }
            for (int i = 1; i <= count; i++) {
                self.join(i);
            }
            last.run(self);
        });
        all.addAll(threads);
        return new DirectProgram(all);
    }

    public static DirectProgram of(Body... threads) {
        return of(Arrays.asList(threads), self -> {});
    }

    /** The threads say what their writes depend on. */
    DirectProgram tellingNeeds() {
        tellsNeeds = true;
        return this;
    }

    @Override
    public boolean tellsNeeds() {
        return tellsNeeds;
    }

    @Override
    public void reset() {
        for (Actor actor : actors) {
            actor.count = -1;
        }
    }

    @Override
    public void advance(int thread, long answer, Step into) {
        Actor actor = actors.get(thread);
        if (actor.count >= 0) {
            if (actor.count == actor.answers.length) {
                actor.answers = Arrays.copyOf(actor.answers, 2 * actor.count);
            }
            actor.answers[actor.count] = answer;
        }
        actor.count++;
        run(actor, into);
    }

    @Override
    public void fastForward(int thread, long[] answers, int count, Step into) {
        Actor actor = actors.get(thread);
        if (actor.answers.length < count) {
            actor.answers = new long[2 * count];
        }
        System.arraycopy(answers, 0, actor.answers, 0, count);
        actor.count = count;
        run(actor, into);
    }

    private void run(Actor actor, Step into) {
        actor.into = into;
        actor.position = 0;
        actor.asked = 0;
        actor.outcome = 0;
        try {
            bodies.get(actor.number).run(actor);
            into.end(actor.outcome);
        } catch (Stop stop) {
            // the step is filled in
        }
    }

    @Override
    public long initialValue(int location) {
        return 0;
    }

    @Override
    public int symmetricTo(int thread) {
        for (int earlier = 1; earlier < thread; earlier++) {
            if (bodies.get(earlier) == bodies.get(thread)) {
                return earlier;
            }
        }
        return -1;
    }

    @Override
    public String describeError(int thread) {
        return actors.get(thread).error;
    }
}
