package dev.baton.cli;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import dev.baton.check.api.SavedSearch;
import dev.baton.check.api.SearchFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What earlier calls of {@code baton check} have left to visit, and what this one leaves. */
final class SavedWork {
    private final Map<String, SavedSearch> before;
    private final @Nullable Path to;
    private final Map<String, SavedSearch> after = new LinkedHashMap<>();

    private SavedWork(Map<String, SavedSearch> before, @Nullable Path to) {
        this.before = before;
        this.to = to;
    }

    /**
     * Reads what was left; that nothing can be read or written is said before the work.
     *
     * @param from the file to go on with; null to begin
     * @param to   the file to leave work in; null to leave none
     */
    static SavedWork of(@Nullable Path from, @Nullable Path to) {
        if (to != null) {
            OutputFile.requireWritable(to);
        }
        return new SavedWork(from == null ? Map.of() : read(from), to);
    }

    private static Map<String, SavedSearch> read(Path file) {
        try {
            return SearchFile.read(Files.readString(file));
        } catch (SearchFile.Unreadable wrong) {
            throw new InputProblem("the file " + file + " " + wrong.getMessage() + ".");
        } catch (CharacterCodingException binary) {
            throw new InputProblem("the file " + file + " is no file of a search: it is not text.");
        } catch (IOException missing) {
            throw new InputProblem("the file " + file + " cannot be read.");
        }
    }

    /** What was left belongs to checks that this call has. */
    void requirePlanned(List<PlannedCheck> plan) {
        Set<String> strange = new TreeSet<>(before.keySet());
        plan.forEach(each -> strange.remove(key(each)));
        if (!strange.isEmpty()) {
            throw new InputProblem("the search to resume is of a check that is not among those named: "
                    + String.join(", ", strange) + ". Name the same classes and models as in the first call.");
        }
    }

    private static String key(PlannedCheck check) {
        return SearchFile.key(check.name().full(), check.model());
    }

    /** A checker that goes on where the check was left, and leaves what it does not visit itself. */
    Checker tuned(PlannedCheck check, Checker checker) {
        SavedSearch left = before.get(key(check));
        Checker resumed = left == null ? checker : checker.resume(left);
        return to == null ? resumed : resumed.leaveWork();
    }

    void add(PlannedCheck check, Finding finding) {
        CheckResult result = finding instanceof Explored explored ? explored.result() : null;
        SavedSearch left = result == null ? null : result.left();
        if (left != null) {
            after.put(key(check), left);
        }
    }

    /** Writes what is left, of checks that were not reached too; the sentence that says so, empty if there is nothing. */
    String write(List<PlannedCheck> plan, int reached) {
        if (to == null) {
            return "";
        }
        plan.stream().skip(reached).map(SavedWork::key).forEach(key -> {
            if (before.containsKey(key)) {
                after.put(key, before.get(key));
            }
        });
        try {
            Path absolute = to.toAbsolutePath();
            Path draft = absolute.resolveSibling(absolute.getFileName() + ".part");
            Files.writeString(draft, SearchFile.text(after));
            Files.move(draft, absolute, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw new InputProblem(OutputFile.sentence(to, failure), failure);
        }
        long parts = after.values().stream().mapToLong(each -> each.left().size()).sum();
        String open = after.values().stream().filter(each -> !each.left().isEmpty()).count() == 1 ? "check" : "checks";
        return parts == 0
                ? String.format(Locale.ROOT, "Nothing is left to visit; %s has the counts.", to)
                : String.format(Locale.ROOT, "%,d subtrees of %d %s are left: go on with --resume %s", parts,
                        after.values().stream().filter(each -> !each.left().isEmpty()).count(),
                        open, to);
    }
}
