package dev.baton.check.api;

/** Runs one program under the model that is the default. */
final class Expect {
    private Expect() {}

    static CheckResult verified(ScenarioBody body) {
        CheckResult result = new Checker().check(body);
        result.assertVerified();
        return result;
    }
}
