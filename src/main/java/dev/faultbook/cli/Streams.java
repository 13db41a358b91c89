package dev.faultbook.cli;

import java.io.InputStream;
import java.io.PrintStream;

/**
 * The streams of a command.
 *
 * @param in standard input
 * @param out receives the answer
 * @param err receives errors and progress
 * @param typed whether standard input is a terminal
 * @param own whether these are the streams of the process
 */
record Streams(InputStream in, PrintStream out, PrintStream err, boolean typed, boolean own) {}
