package dev.baton.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** The jars that checks need most often, by the packages in them: for a reader whose class path lacks one. */
final class KnownJars {
    private static final Map<String, String> JARS = new LinkedHashMap<>();

    static {
        JARS.put("org.openjdk.jcstress.", "jcstress-core.jar");
        JARS.put("org.junit.jupiter.api.", "junit-jupiter-api.jar");
        JARS.put("org.junit.jupiter.params.", "junit-jupiter-params.jar");
        JARS.put("org.junit.platform.commons.", "junit-platform-commons.jar");
        JARS.put("org.opentest4j.", "opentest4j.jar");
        JARS.put("org.junit.", "junit.jar");
        JARS.put("org.hamcrest.", "hamcrest.jar");
        JARS.put("org.assertj.", "assertj-core.jar");
        JARS.put("kotlinx.coroutines.", "kotlinx-coroutines-core-jvm.jar");
        JARS.put("kotlin.", "kotlin-stdlib.jar");
        JARS.put("scala.", "scala-library.jar");
        JARS.put("org.slf4j.", "slf4j-api.jar");
        JARS.put("dev.baton.", "baton-core.jar");
    }

    private KnownJars() {}

    /** The jar of a class; empty if it is not known. */
    static String of(String className) {
        return JARS.entrySet().stream().filter(each -> className.startsWith(each.getKey())).map(Map.Entry::getValue)
                .findFirst().orElse("");
    }
}
