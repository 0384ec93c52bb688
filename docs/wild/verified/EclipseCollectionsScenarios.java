import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.collections.impl.map.mutable.ConcurrentHashMap;

/** The concurrent map of Eclipse Collections: puts while the table grows, one winner, a value that is handed over whole. */
class EclipseCollectionsScenarios {
    @ModelCheck
    void bothPutsAreKept(Scenario scenario) {
        var map = new ConcurrentHashMap<Integer, Integer>(1);
        scenario.thread("one", () -> map.put(1, 1));
        scenario.thread("two", () -> map.put(2, 2));
        scenario.finallyAssert(() -> {
            assert map.get(1) == 1 && map.get(2) == 2 && map.size() == 2;
        });
    }

    @ModelCheck
    void valueIsSeenWhole(Scenario scenario) {
        var map = new ConcurrentHashMap<Integer, int[]>(2);
        scenario.thread("putter", () -> map.put(1, new int[] {7}));
        scenario.thread("getter", () -> {
            int[] value = map.get(1);
            assert value == null || value[0] == 7;
        });
    }

    @ModelCheck
    void oneOfTwoWins(Scenario scenario) {
        var map = new ConcurrentHashMap<Integer, Integer>(2);
        var winners = new AtomicInteger();
        for (int i = 1; i <= 2; i++) {
            int mine = i;
            scenario.thread(() -> {
                if (map.getIfAbsentPut(1, mine) == mine) {
                    winners.incrementAndGet();
                }
            });
        }
        scenario.finallyAssert(() -> {
            assert winners.get() == 1 && map.size() == 1;
        });
    }

    @ModelCheck
    void removeAndPutInOneBucket(Scenario scenario) {
        var map = new ConcurrentHashMap<Integer, Integer>(2);
        map.put(1, 1);
        scenario.thread("remover", () -> map.remove(1));
        scenario.thread("putter", () -> map.put(17, 17));
        scenario.finallyAssert(() -> {
            assert map.get(1) == null && map.get(17) == 17 && map.size() == 1;
        });
    }
}
