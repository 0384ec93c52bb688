import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import io.reactivex.rxjava3.disposables.CompositeDisposable;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.subjects.AsyncSubject;
import io.reactivex.rxjava3.subjects.BehaviorSubject;
import io.reactivex.rxjava3.subjects.PublishSubject;
import io.reactivex.rxjava3.subjects.ReplaySubject;
import io.reactivex.rxjava3.subjects.Subject;
import io.reactivex.rxjava3.subjects.UnicastSubject;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** RxJava: a subscriber comes while a subject emits, two threads emit, a disposable is added while all are disposed of. */
class RxJavaScenarios {
    @ModelCheck
    void asyncSubjectTellsTheLastValue(Scenario scenario) {
        var subject = AsyncSubject.<Integer>create();
        subject.onNext(1);
        var told = new AtomicInteger();
        scenario.thread("emitter", subject::onComplete);
        scenario.thread("subscriber", () -> subject.subscribe(told::addAndGet));
        scenario.finallyAssert(() -> {
            assert told.get() == 1;
        });
    }

    @ModelCheck
    void behaviorSubjectTellsTheLatestValue(Scenario scenario) {
        var subject = BehaviorSubject.createDefault(1);
        var told = new ConcurrentLinkedQueue<Integer>();
        scenario.thread("emitter", () -> subject.onNext(2));
        scenario.thread("subscriber", () -> subject.subscribe(told::add));
        scenario.finallyAssert(() -> {
            var values = List.copyOf(told);
            assert values.equals(List.of(1, 2)) || values.equals(List.of(2)) : values;
        });
    }

    @ModelCheck
    void unicastSubjectLosesNothing(Scenario scenario) {
        emitsBesideASubscriber(scenario, UnicastSubject.create());
    }

    @ModelCheck
    void replaySubjectLosesNothing(Scenario scenario) {
        emitsBesideASubscriber(scenario, ReplaySubject.create(2));
    }

    private static void emitsBesideASubscriber(Scenario scenario, Subject<Integer> subject) {
        var told = new AtomicInteger();
        scenario.thread("emitter", () -> {
            subject.onNext(1);
            subject.onComplete();
        });
        scenario.thread("subscriber",
                () -> subject.subscribe(told::addAndGet, error -> told.addAndGet(100), () -> told.addAndGet(10)));
        scenario.finallyAssert(() -> {
            assert told.get() == 11 : told.get();
        });
    }

    @ModelCheck
    void serializedSubjectTakesTwoEmitters(Scenario scenario) {
        var subject = PublishSubject.<Integer>create().toSerialized();
        var sum = new int[1];
        subject.subscribe(value -> sum[0] += value);
        scenario.thread("one", () -> subject.onNext(1));
        scenario.thread("two", () -> subject.onNext(2));
        scenario.finallyAssert(() -> {
            assert sum[0] == 3;
        });
    }

    @ModelCheck
    void addedIsDisposedOf(Scenario scenario) {
        var all = new CompositeDisposable();
        var one = Disposable.empty();
        scenario.thread("adder", () -> all.add(one));
        scenario.thread("disposer", all::dispose);
        scenario.finallyAssert(() -> {
            assert one.isDisposed();
        });
    }
}
