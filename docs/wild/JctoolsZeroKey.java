import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import org.jctools.maps.NonBlockingHashMapLong;

/** Two threads put a value for the same key: what the later put returns is what it replaced. */
class JctoolsZeroKey {
    Integer replacedByFirst;

    @ModelCheck
    void neitherPutIsLost(Scenario scenario) {
        var map = new NonBlockingHashMapLong<Integer>();
        scenario.thread("first", () -> {
            replacedByFirst = map.put(0, Integer.valueOf(1));
        });
        scenario.thread("second", () -> map.put(0, Integer.valueOf(2)));
        scenario.finallyAssert(() -> {
            int last = map.get(0);
            assert last == (replacedByFirst == null ? 2 : 1) : "the first put replaced " + replacedByFirst + ", and the map has " + last;
        });
    }
}
