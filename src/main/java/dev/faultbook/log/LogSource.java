package dev.faultbook.log;

/**
 * A file of a log.
 *
 * @param name its name; empty if it has none
 * @param firstLine number of its first line, from 1, counted across all files
 * @param lines number of lines, including a last one without a newline
 * @param bytes size of its text
 */
public record LogSource(String name, long firstLine, long lines, long bytes) {}
