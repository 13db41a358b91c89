/**
 * The embedded PostgreSQL: its data directory, its lock, and servers left behind by a killed
 * process.
 *
 * <p>It requires a password although it listens on the loopback address alone, because a training
 * node has many users.
 */
@NullMarked
package dev.faultbook.database;

import org.jspecify.annotations.NullMarked;
