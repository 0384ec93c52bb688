/** The racy program that every run must catch before it is believed. */
@NullMarked
package dev.baton.check.api.live;

import org.jspecify.annotations.NullMarked;
