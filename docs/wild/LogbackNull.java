import ch.qos.logback.core.util.COWArrayList;
import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;

/** Two threads look at a list that has an element: both see the element. */
class LogbackNull {
    @ModelCheck
    void elementsAreNotNull(Scenario scenario) {
        var list = new COWArrayList<String>(new String[0]);
        list.add("appender");
        scenario.threads(2, () -> {
            assert list.asTypedArray()[0] != null : "the list shows null";
        });
    }
}
