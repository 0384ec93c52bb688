/** Locks and containers written with VarHandles, right and wrong, that the checker must tell apart. */
package dev.baton.check.zoo;
