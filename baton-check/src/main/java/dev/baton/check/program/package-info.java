/** Real bytecode as the program under check: a class loader that rewrites every access into a step. */
@NullMarked
package dev.baton.check.program;

import org.jspecify.annotations.NullMarked;
