package dev.baton.check.replay;

import dev.baton.check.event.JdkFields;
import dev.baton.check.event.JdkLocks;
import dev.baton.check.event.Machine;
import dev.baton.check.event.SearchThread;
import dev.baton.check.program.JdkContract;
import dev.baton.check.program.ProgramLoader;
import dev.baton.check.program.Site;
import dev.baton.check.program.SiteModes;
import dev.baton.check.program.Sites;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * One program under check as all its replays share it: the heap the set-up left behind, and the names of objects,
 * places, threads and outcomes.
 */
/*
 * The set-up runs once. From then on its objects are never written: a thread's writes go to the execution graph
 * and its reads come from there, so the Java heap stays what it was before the first event. A replay therefore needs no
 * set-up of its own, and workers share one image.
 *
 * For each reference that a thread writes where another could read it there is one canonical object that holds just the
 * final fields; every other thread that reads the reference is given that one. So a reference means the same in every
 * replay, and a thread can run without the thread that made the object being run at all.
 */
public final class Image {
    final ProgramLoader loader;
    public final Sites sites;
    final Settings settings;
    /** Some thread joins another, or interrupts another. */
    private volatile boolean joins;
    private volatile boolean interrupts;
    /** Classes of the JDK's locks that were steps of their own. */
    private final Set<String> trusted = new ConcurrentSkipListSet<>();
    final SpinRules spins = new SpinRules();

    final Resolutions resolved = new Resolutions();
    final Layouts layouts = new Layouts();
    final Names names = new Names(layouts);
    final SetUpHeap heap = new SetUpHeap(names, layouts);
    final Places places = new Places();
    final InitializerReach reach = new InitializerReach(places);
    final InitializerCircles circles = new InitializerCircles();
    final Cast cast = new Cast();
    final Handlers.Default defaultHandler = new Handlers.Default();
    private final NumberedTexts outcomes = new NumberedTexts();
    private final NumberedTexts errors = new NumberedTexts();
    private final Map<Integer, Shadow> threadShadows = new ConcurrentHashMap<>();

    public Image(ProgramLoader loader, Settings settings) {
        this.loader = loader;
        this.sites = loader.sites();
        this.settings = settings;
        heap.adopt(defaultHandler);
        heap.name(defaultHandler, "Thread");
    }

    /** Some thread joins another. */
    void noteJoin() {
        if (!joins) {
            joins = true;
            SearchThread.learned();
        }
    }

    /** Some thread interrupts another. */
    void noteInterrupt() {
        if (!interrupts) {
            interrupts = true;
            SearchThread.learned();
        }
    }

    boolean hasJoins() {
        return joins;
    }

    boolean hasInterrupts() {
        return interrupts;
    }

    /** What unfair locks of the JDK are. */
    public JdkLocks jdkLocks() {
        return settings.jdkLocks();
    }

    /** In which modes the JDK's classes read a few fields of theirs. */
    public JdkFields jdkFields() {
        return settings.jdkFields();
    }

    /** The modes of a site if nobody chose others. */
    SiteModes modes(Site site) {
        JdkContract.Row row = settings.jdkFields() == JdkFields.CONTRACT ? JdkContract.row(site) : null;
        return row == null ? site.modes() : SiteModes.of(row.mode());
    }

    /** Locks of this class are no code that is run. */
    void trust(String className) {
        if (!trusted.contains(className)) {
            trusted.add(className);
        }
    }

    /** From now on all locks are run as their own code. */
    void trustNoLocks() {
        trusted.clear();
    }

    /** Classes of the JDK's locks whose code was not run. */
    public List<String> trustedLocks() {
        return List.copyOf(trusted);
    }

    /** What the program believes to run on. */
    public Machine machine() {
        return settings.machine();
    }

    /** The loader of the program's classes. */
    public ClassLoader loader() {
        return loader;
    }

    // ---- the set-up

    /** Says that what these lambdas captured was made by the set-up. */
    public void adoptAll(Iterable<?> lambdas) {
        lambdas.forEach(heap::adoptDeep);
    }

    /**
     * The set-up has ended: what one field holds for good is known by that field.
     *
     * @param states the objects whose fields are the state of the check
     */
    public void nameByFields(Iterable<?> states) {
        HoldingFields fields = new HoldingFields(names.labels, sites);
        loader.defined().forEach(fields::addStatics);
        states.forEach(fields::addState);
        heap.name(fields.names());
    }

    /** Enters a thread that the check itself starts. */
    public int addThread(Thread object, Runnable body, String name) {
        heap.adopt(object);
        heap.adoptDeep(body);
        return cast.addActor(object, body, name);
    }

    // ---- objects and places

    Layout layout(Class<?> type) {
        return layouts.of(type);
    }

    Shadow statics(Class<?> type) {
        return heap.statics(type);
    }

    /** Hidden places of a thread: its permit, its interrupt flag, its notification, its life. */
    Shadow ofThread(int number) {
        Shadow known = threadShadows.get(number);
        return known != null ? known : threadShadows.computeIfAbsent(number, key -> {
            long alive = cast.startsWithTheCheck(number) ? ThreadCalls.ALIVE : 0;
            return new Shadow(Layout.OF_THREAD, 'L', Layout.OF_THREAD.slots.length, cast.name(number),
                    Identity.SET_UP, 0, index -> index == ThreadCalls.LIFE ? alive : 0);
        });
    }

    int location(Shadow shadow, int index) {
        return places.location(shadow, index);
    }

    String describeValue(int location, long value) {
        Hidden hidden = places.hidden(location);
        if (hidden != null) {
            return value != 0 && (hidden == Hidden.NAME || hidden == Hidden.LOADER)
                    ? describe(names.byNumber(value))
                    : hidden.describe(value, cast);
        }
        char kind = places.kind(location);
        return kind != 'L' ? Raw.show(kind, value) : value == 0 ? "null" : describe(names.byNumber(value));
    }

    private String describe(Identity identity) {
        int thread = cast.number(identity.canonical);
        return thread >= 0 ? cast.name(thread) : identity.shadow.name;
    }

    String describeSite(int site) {
        Site found = site == 0 ? null : sites.get(site);
        return found == null ? "" : found.toString();
    }

    // ---- threads and outcomes

    /** What a reader calls the thread of this number. */
    public String threadName(int number) {
        return cast.name(number);
    }

    public SortedSet<String> classes() {
        return loader.classes();
    }

    /** The classes of the JDK in whose place code of the checker was run. */
    public SortedSet<String> standIns() {
        return loader.standIns();
    }

    /** {@return how many threads are known} */
    public int threadCount() {
        return cast.size();
    }

    /** The number of what left a thread: of its class, its message and the frames that a reader is shown. */
    long cause(Throwable thrown) {
        return errors.number(thrown.getClass().getName() + " " + Failures.message(thrown) + " "
                + SourceFrames.ofUser(thrown.getStackTrace()));
    }

    /** The number of an outcome. */
    public long outcome(String text) {
        return outcomes.number(text);
    }

    /** The text of an outcome number. */
    public String outcomeText(long number) {
        return outcomes.text(number);
    }
}
