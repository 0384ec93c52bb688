package dev.baton.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** The artifacts that checks need most often, by the packages in them: for a reader whose class path lacks one. */
final class KnownArtifacts {
    private static final Map<String, String> ARTIFACTS = new LinkedHashMap<>();

    static {
        ARTIFACTS.put("org.openjdk.jcstress.", "org.openjdk.jcstress:jcstress-core");
        ARTIFACTS.put("org.junit.jupiter.api.", "org.junit.jupiter:junit-jupiter-api");
        ARTIFACTS.put("org.junit.jupiter.params.", "org.junit.jupiter:junit-jupiter-params");
        ARTIFACTS.put("org.junit.platform.commons.", "org.junit.platform:junit-platform-commons");
        ARTIFACTS.put("org.opentest4j.", "org.opentest4j:opentest4j");
        ARTIFACTS.put("org.junit.", "junit:junit");
        ARTIFACTS.put("org.hamcrest.", "org.hamcrest:hamcrest");
        ARTIFACTS.put("org.assertj.", "org.assertj:assertj-core");
        ARTIFACTS.put("kotlinx.coroutines.", "org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm");
        ARTIFACTS.put("kotlin.", "org.jetbrains.kotlin:kotlin-stdlib");
        ARTIFACTS.put("scala.", "org.scala-lang:scala-library");
        ARTIFACTS.put("org.slf4j.", "org.slf4j:slf4j-api");
        ARTIFACTS.put("org.jctools.", "org.jctools:jctools-core");
        ARTIFACTS.put("org.agrona.", "org.agrona:agrona");
        ARTIFACTS.put("com.lmax.disruptor.", "com.lmax:disruptor");
        ARTIFACTS.put("com.github.benmanes.caffeine.", "com.github.ben-manes.caffeine:caffeine");
        ARTIFACTS.put("com.google.common.", "com.google.guava:guava");
        ARTIFACTS.put("com.zaxxer.hikari.", "com.zaxxer:HikariCP");
        ARTIFACTS.put("io.netty.util.", "io.netty:netty-common");
        ARTIFACTS.put("io.reactivex.rxjava3.", "io.reactivex.rxjava3:rxjava");
        ARTIFACTS.put("reactor.", "io.projectreactor:reactor-core");
        ARTIFACTS.put("org.reactivestreams.", "org.reactivestreams:reactive-streams");
        ARTIFACTS.put("io.vertx.core.", "io.vertx:vertx-core");
        ARTIFACTS.put("com.softwaremill.jox.", "com.softwaremill.jox:channels");
        ARTIFACTS.put("org.redisson.", "org.redisson:redisson");
        ARTIFACTS.put("dev.failsafe.", "dev.failsafe:failsafe");
        ARTIFACTS.put("stormpot.", "com.github.chrisvest:stormpot");
        ARTIFACTS.put("akka.", "com.typesafe.akka:akka-actor_2.13");
        ARTIFACTS.put("org.apache.pekko.", "org.apache.pekko:pekko-actor_2.13");
        ARTIFACTS.put("dev.baton.", "dev.baton:baton-core");
    }

    private KnownArtifacts() {}

    /** The group and artifact of a class; empty if it is not known. */
    static String of(String className) {
        return ARTIFACTS.entrySet().stream().filter(each -> className.startsWith(each.getKey()))
                .map(Map.Entry::getValue).findFirst().orElse("");
    }
}
