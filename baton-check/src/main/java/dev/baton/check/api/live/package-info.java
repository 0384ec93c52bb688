/** The racy program that every run must catch before it is believed. */
package dev.baton.check.api.live;
