/** Scheduler of virtual threads on which the next owner of a lock runs at once, where the releaser ran. */
@SuppressWarnings("module") // the module that it exports to is built after it
module dev.baton.combine {
    requires static org.jspecify;
    requires transitive dev.baton.core;

    exports dev.baton.combine;
    exports dev.baton.combine.internal to dev.baton.proof;

    provides dev.baton.internal.park.Combining with dev.baton.combine.CarrierHandOver;
}
