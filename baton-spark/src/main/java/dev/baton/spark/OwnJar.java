package dev.baton.spark;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;

/** The jar that this code comes from, which the other machines need too. */
final class OwnJar {
    private OwnJar() {}

    /** Its path; empty if the code does not come from a jar. */
    static String path() {
        CodeSource source = OwnJar.class.getProtectionDomain().getCodeSource();
        try {
            Path place = source == null ? null : Path.of(source.getLocation().toURI());
            return place != null && Files.isRegularFile(place) ? place.toString() : "";
        } catch (URISyntaxException | IllegalArgumentException notAFile) {
            return "";
        }
    }
}
