/** Fair, abortable synchronization primitives and the queue framework under them. */
@SuppressWarnings("module") // the modules that it exports to are built after it
module dev.baton.core {
    requires static org.jspecify;
    requires static jdk.jfr;

    exports dev.baton;
    exports dev.baton.internal.park to dev.baton.combine;
    exports dev.baton.internal.access to dev.baton.proof;
    exports dev.baton.internal.line to dev.baton.proof;
    exports dev.baton.internal.store to dev.baton.proof;

    uses dev.baton.internal.park.Combining;
}
