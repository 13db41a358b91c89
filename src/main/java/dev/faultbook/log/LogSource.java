package dev.faultbook.log;

/**
 * A file of a log.
 *
 * @param name its name; empty where it has none
 * @param firstLine number of its first line, counted from 1 through all files
 * @param lines how many lines it has; a last one without a newline counts
 * @param bytes how many bytes of text
 */
public record LogSource(String name, long firstLine, long lines, long bytes) {}
