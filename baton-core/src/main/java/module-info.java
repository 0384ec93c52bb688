/** Fair, abortable synchronization primitives and the queue framework under them. */
@SuppressWarnings("module") // the module that it exports to is built after it
module dev.baton.core {
    requires static org.jspecify;
    requires static jdk.jfr;

    exports dev.baton;
    exports dev.baton.internal.park to dev.baton.combine;

    uses dev.baton.internal.park.Combining;
}
