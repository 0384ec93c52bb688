/** Scheduler of virtual threads on which the next owner of a lock runs at once, where the releaser ran. */
module dev.baton.combine {
    requires static org.jspecify;
    requires transitive dev.baton.core;

    exports dev.baton.combine;

    provides dev.baton.internal.park.Combining with dev.baton.combine.CarrierHandOver;
}
