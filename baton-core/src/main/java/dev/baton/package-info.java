/**
 * Fair, abortable synchronization: semaphores, locks, latches, barriers, pools and the queue framework under
 * them. Every blocking operation has interruptible, uninterruptible, timed, try and asynchronous forms, serves
 * platform threads, virtual threads and futures alike, and can be aborted in constant time without losing
 * anything.
 */
@NullMarked
package dev.baton;

import org.jspecify.annotations.NullMarked;
