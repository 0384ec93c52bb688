/** The relaxer at work on small programs whose right modes are known. */
package dev.baton.check.relax;
