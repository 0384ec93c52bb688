/** Figures of named primitives as meters of Micrometer. */
module dev.baton.micrometer {
    requires static org.jspecify;
    requires transitive dev.baton.core;
    requires micrometer.core;

    exports dev.baton.micrometer;
}
