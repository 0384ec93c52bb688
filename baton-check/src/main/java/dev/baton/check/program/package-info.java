/** Real bytecode as the program under check: a class loader that rewrites every access into a step. */
package dev.baton.check.program;
