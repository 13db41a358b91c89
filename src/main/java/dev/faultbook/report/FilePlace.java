package dev.faultbook.report;

import org.jspecify.annotations.Nullable;

/**
 * The file that holds a line, and the position in it; both null if the log is a single file.
 *
 * @param source name of the file
 * @param sourceLine number of the line in that file, from 1
 */
record FilePlace(@Nullable String source, @Nullable Long sourceLine) {}
