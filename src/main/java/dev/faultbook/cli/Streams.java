package dev.faultbook.cli;

import java.io.InputStream;
import java.io.PrintStream;

/**
 * Where a command reads and writes.
 *
 * @param in standard input
 * @param out what the command answers
 * @param err what went wrong, and progress
 * @param typed whether somebody types standard input at a terminal
 */
record Streams(InputStream in, PrintStream out, PrintStream err, boolean typed) {}
