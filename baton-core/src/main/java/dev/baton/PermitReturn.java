package dev.baton;

/** What takes the permits of a {@link Permit} back. */
abstract class PermitReturn {
    abstract void giveBack(int permits);
}
