/** Writing checks: scenarios in plain Java, JUnit tests, jcstress test classes; and reading their results. */
@NullMarked
package dev.baton.check.api;

import org.jspecify.annotations.NullMarked;
