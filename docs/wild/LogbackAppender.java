import ch.qos.logback.core.util.COWArrayList;
import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;

/** An element is added while another thread looks at the list: from then on it is in the list. */
class LogbackAppender {
    @ModelCheck
    void addedElementIsThere(Scenario scenario) {
        var list = new COWArrayList<String>(new String[0]);
        scenario.thread("logger", list::asTypedArray);
        scenario.thread("configurator", () -> list.add("appender"));
        scenario.finallyAssert(() -> {
            assert list.asTypedArray().length == 1 : "a list of " + list.size() + " shows " + list.asTypedArray().length;
        });
    }
}
