package dev.baton.check.replay;

import dev.baton.check.event.Step;
import dev.baton.check.explore.StepSource;
import dev.baton.check.program.ModeAssignment;
import dev.baton.check.program.Site;
import dev.baton.check.program.SiteModes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rewritten Java classes as a program the engine can search. */
public final class BytecodeProgram implements StepSource {
    private static final int MOST_CAUSES = 5;

    final Image image;
    final Knowledge known;
    private @Nullable SimThread[] threads = new @Nullable SimThread[4];
    private int epoch;
    @Nullable
    RuntimeException failure;
    private final IdentityHashMap<Object, Tag> foreign = new IdentityHashMap<>();

    /** Nothing unusual happens: no wake-up for no reason, no failure for no reason, no time that is up. */
    final boolean calm;

    private final ModeAssignment assigned;
    /** The modes that sites have in this program, by number, where it was asked for. */
    private @Nullable SiteModes[] modes = new @Nullable SiteModes[0];
    private final ExercisedSites exercised;
    /** The sites that {@link #exercised} was told of. */
    private boolean[] told = new boolean[256];

    /**
     * @param image the program, shared by all instances
     * @param known what is known of it, the same for all instances of an exploration
     * @param modes in the place of those of the code
     * @param calm  nothing happens that comes by chance; its executions are executions of the program that is not
     * @param exercised is told of the sites that are steps
     */
    public BytecodeProgram(Image image, Knowledge known, ModeAssignment modes, boolean calm, ExercisedSites exercised) {
        this.image = image;
        this.known = known;
        this.assigned = modes;
        this.calm = calm;
        this.exercised = exercised;
    }

    /** The modes that a site has in this program: those of the code, if no others were chosen. */
    @SuppressWarnings("ReferenceEquality") // the assignment of nothing
    SiteModes modes(Site site) {
        if (assigned == ModeAssignment.NONE && !site.library) {
            return site.modes();
        }
        if (site.id >= modes.length) {
            modes = Arrays.copyOf(modes, Math.max(site.id + 1, 2 * modes.length));
        }
        SiteModes known = modes[site.id];
        if (known == null) {
            SiteModes chosen = assigned.of(site);
            known = chosen == null ? image.modes(site) : chosen;
            modes[site.id] = known;
        }
        return known;
    }

    /** The site is a step of this run. */
    void exercised(Site site) {
        if (site.id >= told.length) {
            told = Arrays.copyOf(told, Math.max(site.id + 1, 2 * told.length));
        }
        if (!told[site.id]) {
            told[site.id] = true;
            exercised.add(site);
        }
    }

    @Override
    public void reset() {
        epoch++;
    }

    @Override
    public void advance(int thread, long answer, Step into) {
        thread(thread).advance(epoch, answer, into);
        throwFailure();
    }

    @Override
    public void fastForward(int thread, long[] answers, int count, Step into) {
        epoch++;
        thread(thread).fastForward(epoch, answers, count, into);
        throwFailure();
    }

    /** A failure ends the check, even one that the program caught. */
    private void throwFailure() {
        if (failure != null) {
            throw failure;
        }
        RuntimeException noted = image.loader.fault();
        if (noted != null) {
            throw noted;
        }
    }

    private SimThread thread(int number) {
        if (number >= threads.length) {
            threads = Arrays.copyOf(threads, Math.max(number + 1, threads.length * 2));
        }
        SimThread thread = threads[number];
        if (thread == null) {
            thread = new SimThread(this, image.cast.entry(number));
            threads[number] = thread;
        }
        return thread;
    }

    @Nullable
    Tag foreignTag(Object object) {
        Tag tag = foreign.get(object);
        if (tag == null) {
            tag = image.heap.foreignTag(object);
            if (tag != null) {
                foreign.put(object, tag);
            }
        }
        return tag;
    }

    @Override
    public boolean tellsNeeds() {
        return image.loader.tellsDependencies();
    }

    @Override
    public long initialValue(int location) {
        return image.places.initialValue(location);
    }

    /** Threads with the same body object, as {@code scenario.threads(n, body)} makes them. */
    @Override
    @SuppressWarnings("ReferenceEquality") // the very same body
    public int symmetricTo(int thread) {
        for (int earlier = thread - 1; earlier > 0; earlier--) {
            if (image.cast.entry(earlier).body == image.cast.entry(thread).body) {
                return earlier;
            }
        }
        return -1;
    }

    @Override
    public String describeLocation(int location) {
        return image.places.describe(location);
    }

    @Override
    public String describeValue(int location, long value) {
        return image.describeValue(location, value);
    }

    @Override
    public String describeSite(int site) {
        return image.describeSite(site);
    }

    @Override
    public List<StackTraceElement> calls(int thread) {
        return thread < threads.length && threads[thread] != null ? threads[thread].calls(epoch) : List.of();
    }

    @Override
    public List<String> said(int thread, boolean all) {
        return thread < threads.length && threads[thread] != null && threads[thread].epoch == epoch
                ? threads[thread].sayings.lines(all)
                : List.of();
    }

    /** The exception that left the thread. */
    public @Nullable Throwable error(int thread) {
        return thread < threads.length && threads[thread] != null ? threads[thread].life.error : null;
    }

    @Override
    public boolean isAssertion(int thread) {
        return error(thread) instanceof AssertionError;
    }

    @Override
    public String describeError(int thread) {
        Throwable error = error(thread);
        return error == null ? "no error" : SourceFrames.undo(Failures.text(error));
    }

    @Override
    public List<String> errorStack(int thread) {
        List<String> lines = new ArrayList<>();
        Throwable thrown = error(thread);
        for (int depth = 0; thrown != null && depth <= MOST_CAUSES; depth++) {
            if (depth > 0) {
                lines.add("Caused by: " + SourceFrames.undo(Failures.text(thrown)));
            }
            SourceFrames.ofUser(thrown.getStackTrace()).forEach(frame -> lines.add("at " + frame));
            thrown = Failures.cause(thrown);
        }
        return lines;
    }
}
