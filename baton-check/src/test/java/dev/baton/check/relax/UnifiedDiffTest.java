package dev.baton.check.relax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Hunks of replaced and removed lines. */
class UnifiedDiffTest {
    private static List<String> lines(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> "line " + i).toList();
    }

    @Test
    void nothingChangedIsNoDiff() {
        assertThat(UnifiedDiff.of("X", lines(5), lines(5))).isEmpty();
    }

    @Test
    void aLineThatIsGoneShiftsWhatFollows() {
        List<String> after = new ArrayList<>(lines(20));
        after.set(1, null);
        after.set(14, "changed");
        assertThat(UnifiedDiff.of("X.java", lines(20), after)).isEqualTo("""
                --- a/X.java
                +++ b/X.java
                @@ -1,5 +1,4 @@
                 line 1
                -line 2
                 line 3
                 line 4
                 line 5
                @@ -12,7 +11,7 @@
                 line 12
                 line 13
                 line 14
                -line 15
                +changed
                 line 16
                 line 17
                 line 18
                """);
    }

    @Test
    void nearbyChangesShareAHunk() {
        List<String> after = new ArrayList<>(lines(9));
        after.set(2, "three");
        after.set(3, "four");
        after.set(7, "eight");
        assertThat(UnifiedDiff.of("X", lines(9), after)).isEqualTo("""
                --- a/X
                +++ b/X
                @@ -1,9 +1,9 @@
                 line 1
                 line 2
                -line 3
                -line 4
                +three
                +four
                 line 5
                 line 6
                 line 7
                -line 8
                +eight
                 line 9
                """);
    }
}
