/** Results for people: the terminal table and the page with plots. */
@NullMarked
package dev.baton.bench.report;

import org.jspecify.annotations.NullMarked;
