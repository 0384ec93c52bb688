package dev.baton.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** All registered suites. */
public final class Suites {
    private Suites() {}

    /** Every suite, in the order of registration. */
    public static List<Suite> all() {
        List<Suite> suites = new ArrayList<>();
        ServiceLoader.load(SuiteProvider.class).forEach(provider -> suites.addAll(provider.suites()));
        return suites;
    }

    /**
     * The suites of these names; all if there are none.
     *
     * @throws IllegalArgumentException if there is no such suite; the message is for people
     */
    public static List<Suite> named(List<String> names) {
        List<Suite> all = all();
        if (names.isEmpty()) {
            return all;
        }
        List<Suite> chosen = new ArrayList<>();
        for (String name : names) {
            chosen.add(all.stream().filter(suite -> suite.name().equals(name)).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("there is no suite '" + name + "'; there are "
                            + all.stream().map(Suite::name).collect(Collectors.joining(", ")) + " and footprint.")));
        }
        return chosen;
    }
}
