import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import org.jctools.maps.NonBlockingHashMap;

/** A thread writes, then puts a value: another that gets the value sees what was written. */
class JctoolsMapPublication {
    int written;

    @ModelCheck
    void getterSeesWhatCameBeforeThePut(Scenario scenario) {
        var map = new NonBlockingHashMap<Integer, Integer>();
        scenario.thread("putter", () -> {
            written = 7;
            map.put(1, 2);
        });
        scenario.thread("getter", () -> {
            if (map.get(1) != null) {
                assert written == 7 : "the value is there, and what was written before it is not";
            }
        });
    }
}
