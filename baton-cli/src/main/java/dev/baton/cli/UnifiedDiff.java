package dev.baton.cli;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import dev.baton.check.relax.SourcePatch;
import java.util.stream.Collectors;

/** A change of the source as text for {@code patch -p1} or {@code git apply}, run where its roots were named from. */
final class UnifiedDiff {
    private static final int CONTEXT = 3;

    private UnifiedDiff() {}

    /** The text; empty if nothing changes. */
    static String of(SourcePatch change) {
        return change.files().stream()
                .flatMap(file -> UnifiedDiffUtils.generateUnifiedDiff("a/" + file.name(), "b/" + file.name(),
                        file.before(), DiffUtils.diff(file.before(), file.after()), CONTEXT).stream())
                .map(line -> line + "\n").collect(Collectors.joining());
    }
}
