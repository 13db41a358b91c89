/**
 * The command line: one jar is server and tool. The commands need neither network nor, but for
 * {@code keys}, a database, so they run without the web application's context and start in about a
 * second.
 */
@NullMarked
package dev.faultbook.cli;

import org.jspecify.annotations.NullMarked;
