/**
 * The locks of Table 5 of the VSync report (2021), each in two forms that differ in nothing but access modes. The class
 * itself is the all-volatile form; its nested class {@code Relaxed} overrides those accessors that can do with less. So
 * here, unlike elsewhere, an accessor's name does not tell its mode: the mode is what varies.
 */
@NullMarked
package dev.baton.zoo;

import org.jspecify.annotations.NullMarked;
