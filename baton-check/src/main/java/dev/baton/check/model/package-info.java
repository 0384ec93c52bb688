/** Memory models: one class each, answering whether an execution graph is consistent. */
@NullMarked
package dev.baton.check.model;

import org.jspecify.annotations.NullMarked;
