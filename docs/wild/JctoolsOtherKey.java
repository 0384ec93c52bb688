import dev.baton.check.api.Operation;
import dev.baton.check.api.Specification;
import dev.baton.check.api.Values;
import java.util.HashMap;
import org.jctools.maps.NonBlockingHashMapLong;

/** The key 1 of this map is a key of a map. */
@Specification(HashMap.class)
class JctoolsOtherKey {
    private final NonBlockingHashMapLong<Integer> map = new NonBlockingHashMapLong<>();

    @Operation
    Integer put(@Values("1") Integer key, @Values(fresh = true) Integer value) {
        return map.put((long) key, value);
    }

    @Operation
    Integer remove(@Values("1") Integer key) {
        return map.remove((long) key);
    }

    @Operation
    Integer get(@Values("1") Integer key) {
        return map.get((long) key);
    }
}
