/** Goals that check a project's classes in its own build. */
@NullMarked
package dev.baton.maven;

import org.jspecify.annotations.NullMarked;
