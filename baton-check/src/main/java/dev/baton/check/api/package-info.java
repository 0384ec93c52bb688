/** Writing checks: scenarios in plain Java, JUnit tests, jcstress test classes; and reading their results. */
package dev.baton.check.api;
