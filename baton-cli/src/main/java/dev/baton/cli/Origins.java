package dev.baton.cli;

import dev.baton.check.program.UserClasses;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Where the classes under check came from: jars with their hashes, directories, and which classes stand in several. */
final class Origins {
    private static final int SHORT_HASH = 16;

    private final @Nullable UserClasses path;
    private final CompiledSources sources;
    private final Map<String, List<Path>> places = new TreeMap<>();
    private final SortedSet<String> all = new TreeSet<>();

    Origins(CheckTargets targets) {
        this.path = targets.userClasses(); // null if Baton's own are checked
        this.sources = targets.sources();
    }

    void add(Finding finding) {
        all.addAll(finding.classes());
    }

    private List<Path> places(String className) {
        return path == null ? List.of() : places.computeIfAbsent(className, path::places);
    }

    private Map<Path, Integer> counts(Collection<String> classes) {
        Map<Path, Integer> counts = new LinkedHashMap<>();
        for (String name : classes) {
            List<Path> found = places(name);
            if (!found.isEmpty()) {
                counts.merge(found.getFirst(), 1, Integer::sum);
            }
        }
        return counts;
    }

    /** Where the classes of one check came from, to be written as JSON. */
    List<Map<String, Object>> json(Finding finding) {
        List<Map<String, Object>> origins = new ArrayList<>();
        counts(finding.classes()).forEach((place, count) -> {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("place", sources.name(place));
            hash(place).ifPresent(hash -> map.put("sha256", hash));
            map.put("classes", count);
            origins.add(map);
        });
        return origins;
    }

    private java.util.Optional<String> hash(Path place) {
        return path == null ? java.util.Optional.empty() : path.sha256(place);
    }

    /** Classes that stand in several places, to be written as JSON. */
    List<Map<String, Object>> duplicates() {
        List<Map<String, Object>> found = new ArrayList<>();
        for (String name : all) {
            if (places(name).size() > 1) {
                Map<String, Object> map = new LinkedHashMap<>();
                map.put("class", name);
                map.put("places", places(name).stream().map(sources::name).toList());
                found.add(map);
            }
        }
        return found;
    }

    /** For a reader: each jar and directory once, and each set of places that share classes. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        counts(all).forEach(
                (place, count) -> lines.add(Sentences.count(count, "class", "classes") + " from " + sources.name(place)
                        + hash(place).map(hash -> " (sha256 " + hash.substring(0, SHORT_HASH) + ")").orElse("")));
        Map<List<Path>, List<String>> shared = new LinkedHashMap<>();
        for (String name : all) {
            if (places(name).size() > 1) {
                shared.computeIfAbsent(places(name), _ -> new ArrayList<>()).add(name);
            }
        }
        shared.forEach((where, names) -> lines.add("TWICE: " + names.getFirst()
                + (names.size() == 1 ? " is" : " and " + (names.size() - 1) + " more are") + " in "
                + String.join(" and in ", where.stream().map(sources::name).toList())
                + "; the first is what was checked"));
        return lines;
    }
}
