package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.KeyedNode.Branch;
import dev.baton.KeyedNode.Entry;
import dev.baton.KeyedNode.Keyed;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The tree of a bin, beside a map. */
class KeyedNodeTest {
    /** Few hash codes, which differ in their first or last bits only, or not at all. */
    private static int hash(int key) {
        return switch (key % 4) {
            case 0 -> 0;
            case 1 -> Integer.MIN_VALUE;
            case 2 -> key & 6;
            default -> key * 0x9E3779B9;
        };
    }

    @Test
    void treeHasWhatAMapHas() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Map<Integer, Entry<Integer, String>> map = new HashMap<>();
        KeyedNode<Integer, String> tree = null;
        for (int step = 0; step < 20_000; step++) {
            int key = random.nextInt(step % 2_000 < 1_000 ? 100 : 10);
            Entry<Integer, String> known = map.remove(key);
            if (known == null) {
                known = new Entry<>(key, hash(key), "", 1);
                map.put(key, known);
                tree = KeyedNode.with(tree, known, 0);
            } else {
                assertThat(KeyedNode.find(tree, key, hash(key))).as("seed %d", seed).isSameAs(known);
                tree = KeyedNode.without(tree, known, 0);
                assertThat(KeyedNode.without(tree, known, 0)).as("seed %d", seed).isSameAs(tree);
            }
            assertThat(KeyedNode.size(tree)).as("seed %d", seed).isEqualTo(map.size());
            assertThat(KeyedNode.find(tree, key, hash(key))).as("seed %d", seed).isSameAs(map.get(key));
            assertThat(isPruned(tree, 0)).as("seed %d", seed).isTrue();
        }
        for (Entry<Integer, String> each : map.values()) {
            assertThat(KeyedNode.find(tree, each.key, each.hash)).isSameAs(each);
            tree = KeyedNode.without(tree, each, 0);
        }
        assertThat(tree).isNull();
    }

    /** No branch has a single key below it. */
    private static boolean isPruned(@Nullable KeyedNode<Integer, String> node, int bit) {
        if (!(node instanceof Branch<Integer, String> branch)) {
            return true;
        }
        boolean lonely = branch.zero == null && branch.one instanceof Keyed
                || branch.one == null && branch.zero instanceof Keyed || branch.zero == null && branch.one == null;
        return !lonely && isPruned(branch.zero, bit + 1) && isPruned(branch.one, bit + 1);
    }

    @Test
    void deadEntryIsNeverEntered() {
        Entry<String, String> entry = new Entry<>("a", 1, "", 1);
        assertThat(entry.isEntered()).isTrue();
        assertThat(entry.isLeft()).isFalse();
        assertThat(entry.isLeft()).isTrue();
        assertThat(entry.isDead()).isTrue();
        assertThat(entry.isEntered()).isFalse();
    }

    @Test
    void deadEntryThatStaysIsReplaced() {
        KeyedEntries<String, String> entries = new KeyedEntries<>(2, owner -> "free");
        assertThat(entries.enter("Aa", this)).isNull();
        Entry<String, String> first = entries.enter("Aa", "other");
        assertThat(first).isNotNull();
        assertThat(first.isLeft()).isFalse();
        assertThat(first.isLeft()).as("dead, and not unlinked").isTrue();
        Entry<String, String> second = entries.enter("Aa", this);
        assertThat(second).isNotNull().isNotSameAs(first);
        assertThat(entries.find("Aa")).isSameAs(second);
        entries.leave(second);
        assertThat(entries.isEmpty()).isTrue();
    }
}
