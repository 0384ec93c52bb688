/** An application: the database LevelDB in Java, with nothing but its mutex replaced. */
@NullMarked
package dev.baton.bench.leveldb;

import org.jspecify.annotations.NullMarked;
