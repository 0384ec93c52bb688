package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops that poll under a monitor: a failed iteration enters it, looks, and leaves it again. */
class MonitorPollingTest {
    private static final class Guarded {
        private boolean flag;
        private int seen;
        volatile boolean open;

        synchronized boolean isSet() {
            return flag;
        }

        synchronized void set() {
            flag = true;
        }

        synchronized void see() {
            seen++;
        }

        void awaitInShortSections() {
            while (!isSet()) {
                Thread.onSpinWait();
            }
            see();
        }

        void awaitInTwoSections(Guarded other) {
            while (true) {
                boolean here = isSet();
                if (other.isSet() && here) {
                    break;
                }
            }
            see();
        }

        synchronized void awaitHoldingTheMonitor() {
            while (!open) {
                Thread.onSpinWait();
            }
            seen++;
        }
    }

    private static CheckResult check(String model, ScenarioBody body) {
        return new Checker().model(model).check(body);
    }

    private static void assertHangs(CheckResult result) {
        assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.violations().getFirst().kind()).isEqualTo(Violation.Kind.AWAIT_TERMINATION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void pollingInShortSectionsIsVerified(String model) {
        check(model, scenario -> {
            Guarded guarded = new Guarded();
            scenario.thread("polls", guarded::awaitInShortSections);
            scenario.thread("sets", guarded::set);
            scenario.finallyAssert(() -> {
                assert guarded.seen == 1;
            });
        }).assertVerified();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void twoPollersInShortSectionsAreVerified(String model) {
        check(model, scenario -> {
            Guarded guarded = new Guarded();
            scenario.threads(2, guarded::awaitInShortSections);
            scenario.thread("sets", guarded::set);
            scenario.finallyAssert(() -> {
                assert guarded.seen == 2;
            });
        }).assertVerified();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void pollingForWhatNobodySetsHangs(String model) {
        assertHangs(check(model, scenario -> {
            Guarded guarded = new Guarded();
            scenario.thread("polls", guarded::awaitInShortSections);
            scenario.thread("sees", guarded::see);
        }));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void twoPollersForWhatNobodySetsHang(String model) {
        assertHangs(check(model, scenario -> {
            Guarded guarded = new Guarded();
            scenario.threads(2, guarded::awaitInShortSections);
        }));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "rc11"})
    void pollersThatWaitForEachOtherHang(String model) {
        assertHangs(check(model, scenario -> {
            Guarded one = new Guarded();
            Guarded two = new Guarded();
            scenario.thread(() -> {
                one.awaitInShortSections();
                two.set();
            });
            scenario.thread(() -> {
                two.awaitInShortSections();
                one.set();
            });
        }));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "rc11"})
    void iterationOfSeveralSectionsIsJudgedAsOne(String model) {
        check(model, scenario -> {
            Guarded one = new Guarded();
            Guarded two = new Guarded();
            scenario.thread("polls", () -> one.awaitInTwoSections(two));
            scenario.thread("sets", () -> {
                one.set();
                two.set();
            });
        }).assertVerified();
        assertHangs(check(model, scenario -> {
            Guarded one = new Guarded();
            Guarded two = new Guarded();
            scenario.thread("polls", () -> one.awaitInTwoSections(two));
            scenario.thread("sets", two::set);
        }));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void pollingWhileHoldingTheMonitorIsVerifiedIfTheOtherDoesNotNeedIt(String model) {
        check(model, scenario -> {
            Guarded guarded = new Guarded();
            scenario.thread("polls", guarded::awaitHoldingTheMonitor);
            scenario.thread("opens", () -> guarded.open = true);
        }).assertVerified();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void pollingWhileHoldingTheMonitorThatTheOtherNeedsHangs(String model) {
        assertHangs(check(model, scenario -> {
            Guarded guarded = new Guarded();
            scenario.thread("polls", guarded::awaitHoldingTheMonitor);
            scenario.thread("opens", () -> {
                guarded.see();
                guarded.open = true;
            });
        }));
    }
}
