package dev.baton.cli;

import java.util.List;
import java.util.regex.Pattern;

/**
 * An artifact as Maven names it: {@code group:artifact:version}, or with a type and a classifier before the version.
 *
 * @param group      the group
 * @param artifact   the artifact
 * @param type       what kind of file, {@code jar} as a rule
 * @param classifier empty as a rule
 * @param version    the version
 */
record Coordinates(String group, String artifact, String type, String classifier, String version) {
    private static final Pattern PART = Pattern.compile("[A-Za-z0-9_.+-]+");
    private static final int FEWEST = 3;
    private static final int MOST = 5;

    /** Reads what the user wrote; what is wrong with it is one sentence. */
    static Coordinates of(String text) {
        List<String> parts = List.of(text.split(":", -1));
        if (parts.size() < FEWEST || parts.size() > MOST
                || !parts.stream().allMatch(part -> PART.matcher(part).matches())) {
            throw new InputProblem("'" + text + "' are no Maven coordinates: "
                    + (parts.size() == FEWEST - 1 && parts.stream().noneMatch(String::isEmpty)
                            ? "the version is missing; write " + text + ":VERSION."
                            : "write GROUP:ARTIFACT:VERSION, for example --with org.jctools:jctools-core:4.0.5."));
        }
        return new Coordinates(parts.get(0), parts.get(1), parts.size() > FEWEST ? parts.get(2) : "jar",
                parts.size() == MOST ? parts.get(3) : "", parts.getLast());
    }

    /** As an element of a project file. Nothing in it needs to be escaped: {@link #of} let only plain characters in. */
    String dependency() {
        return "    <dependency><groupId>" + group + "</groupId><artifactId>" + artifact + "</artifactId><version>"
                + version + "</version><type>" + type + "</type>"
                + (classifier.isEmpty() ? "" : "<classifier>" + classifier + "</classifier>") + "</dependency>\n";
    }

    @Override
    public String toString() {
        return group + ":" + artifact + (type.equals("jar") && classifier.isEmpty() ? "" : ":" + type)
                + (classifier.isEmpty() ? "" : ":" + classifier) + ":" + version;
    }
}
