import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.step.StepDouble;

/** Two threads ask for the value of an interval that is over: both are told the same. */
class MicrometerStep {
    static final class Minutes implements Clock {
        volatile long now;

        @Override
        public long wallTime() {
            return now;
        }

        @Override
        public long monotonicTime() {
            return now;
        }
    }

    @ModelCheck
    void bothPollsTellTheInterval(Scenario scenario) {
        var clock = new Minutes();
        var count = new StepDouble(clock, 10);
        count.getCurrent().add(1);
        clock.now = 10;
        scenario.threads(2, () -> {
            double told = count.poll();
            assert told == 1 : "one was counted, and " + told + " is told";
        });
    }
}
