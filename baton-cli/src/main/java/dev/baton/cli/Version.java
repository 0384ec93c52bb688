package dev.baton.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints: this build, and what it runs on. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
        return new String[]{"baton " + number(),
                "JDK " + Runtime.version() + " (" + System.getProperty("java.vendor") + "), "
                        + System.getProperty("os.name") + " " + System.getProperty("os.arch") + ", "
                        + Runtime.getRuntime().availableProcessors() + " processors"};
    }

    /** The version of this build. */
    static String number() throws IOException {
        Properties properties = new Properties();
        try (InputStream resource = Version.class.getResourceAsStream("version.properties")) {
            properties.load(Objects.requireNonNull(resource, "version.properties is missing from the jar"));
        }
        return properties.getProperty("version", "unknown");
    }
}
