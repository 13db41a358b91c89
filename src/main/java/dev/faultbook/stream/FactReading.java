package dev.faultbook.stream;

import org.jspecify.annotations.Nullable;

/**
 * A fact stated by a line.
 *
 * @param fact its name
 * @param value its value
 * @param line the line
 * @param rank the rank that the line is attributed to, or null
 */
public record FactReading(String fact, String value, MatchedLine line, @Nullable Integer rank) {}
