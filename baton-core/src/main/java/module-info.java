/** Fair, abortable synchronization primitives and the queue framework under them. */
module dev.baton.core {
    requires static org.jspecify;
    requires static jdk.jfr;

    exports dev.baton;
}
