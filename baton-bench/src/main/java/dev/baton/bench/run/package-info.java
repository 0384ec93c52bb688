/** Plans and runs suites: machine checks, rotation of peers, progress. */
@NullMarked
package dev.baton.bench.run;

import org.jspecify.annotations.NullMarked;
